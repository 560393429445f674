/**
 * Finds which of many texts occur in another, all in one pass: a tree of their UTF-16 code units, walked from every
 * place. The work is bounded by the length of the text times that of the longest literal, whatever they hold.
 */

type Node = {
  readonly next: Map<number, Node>;
  /** The number of the literal that ends here, or -1. */
  ends: number;
};

const none = Number.POSITIVE_INFINITY;

export class LiteralMatcher {
  readonly #root: Node = { next: new Map(), ends: -1 };

  /** Adds a literal with its number, from 0; of equal ones the lower number stays. */
  add(literal: string, number: number): void {
    let node = this.#root;
    for (let at = 0; at < literal.length; at++) {
      const unit = literal.charCodeAt(at);
      let child = node.next.get(unit);
      if (!child) {
        child = { next: new Map(), ends: -1 };
        node.next.set(unit, child);
      }
      node = child;
    }
    if (node.ends === -1 || number < node.ends) node.ends = number;
  }

  /**
   * The lowest number of the literals that occur in the text, or -1. One that begins inside a word counts only when
   * none begins with one: `pubot` in `Cpubot Spider` does not go before `Spider`.
   */
  lowestIn(text: string): number {
    let atWord = none;
    let inWord = none;
    for (let start = 0; start < text.length; start++) {
      const found = this.#lowestAt(text, start);
      if (start > 0 && isWord(text.charCodeAt(start - 1))) inWord = Math.min(inWord, found);
      else atWord = Math.min(atWord, found);
    }
    const lowest = atWord === none ? inWord : atWord;
    return lowest === none ? -1 : lowest;
  }

  #lowestAt(text: string, start: number): number {
    let lowest = none;
    let node = this.#root.next.get(text.charCodeAt(start));
    for (let at = start + 1; node; at++) {
      if (node.ends !== -1 && node.ends < lowest) lowest = node.ends;
      node = at < text.length ? node.next.get(text.charCodeAt(at)) : undefined;
    }
    return lowest;
  }
}

function isWord(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}
