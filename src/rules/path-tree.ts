/**
 * The paths of a list as a radix tree in typed arrays: finds the rules that a request's path matches, whatever their number, and
 * allocates nothing for each rule. Nothing in it is hashed.
 * Source: docs/reference/rules.md ("Paths", "What a list may cost").
 *
 * A rule's key is its path, with a mark for each placeholder and one for how the path ends. Behind that may stand a parameter,
 * `name=value`, that the rule wants in the query. Marks are edges of their own; other edges have as much text as all keys share.
 */
import { type PathPattern, pathEnd } from './path-pattern.ts';
import { nodeSteps, placeholderSteps, type Steps } from './steps.ts';

/** Marks, of characters that no path has. */
const placeholderMark = '\u0000';
const endMarks = {
  [pathEnd.none]: '\u0001',
  [pathEnd.segments]: '\u0002',
  [pathEnd.anything]: '\u0003',
} as const;
const anyPathMark = '\u0004';
/** What edges stand for that are no text. */
export const mark = { placeholder: 0, none: 1, segments: 2, anything: 3, anyPath: 4 } as const;
const lastMark = 4;

/** The key of a rule; `parameter` is what it wants in the query, or ''. */
export function keyOf(pattern: PathPattern | undefined, parameter: string): string {
  if (pattern === undefined) return anyPathMark + parameter;
  const { literal, segments, end } = pattern;
  const rest = segments.map((segment) => ('literal' in segment ? segment.literal : `/${placeholderMark}`));
  return literal + rest.join('') + endMarks[end] + parameter;
}

type Range = { readonly from: number; readonly to: number; readonly depth: number };

/** One for each character of ASCII, and one for the end of a key. */
const buckets = 129;
/** Keys and characters that are looked at between two turns of the event loop: some milliseconds. */
const workPerTurn = 200_000;
/** What a key is worth of characters. */
const keyWork = 16;

/** Nodes are numbered by level, so that what each has of something ends where the next one's begins. */
type Nodes = {
  readonly items: Int32Array;
  readonly itemStarts: Int32Array;
  readonly firstChildren: Int32Array;
  readonly labels: Uint8Array;
  readonly labelStarts: Int32Array;
};

export class PathTree {
  static readonly empty: PathTree = new PathTree({
    items: new Int32Array(),
    itemStarts: new Int32Array(2),
    firstChildren: Int32Array.of(1, 1),
    labels: new Uint8Array(),
    labelStarts: new Int32Array(2),
  });

  /** Items by node, those of one node in the order in which they were given. */
  readonly items: Int32Array;
  readonly #itemStarts: Int32Array;
  readonly #firstChildren: Int32Array;
  readonly #labels: Uint8Array;
  readonly #labelStarts: Int32Array;

  private constructor({ items, itemStarts, firstChildren, labels, labelStarts }: Nodes) {
    this.items = items;
    this.#itemStarts = itemStarts;
    this.#firstChildren = firstChildren;
    this.#labels = labels;
    this.#labelStarts = labelStarts;
  }

  /** Puts items into the tree, each under its key of ASCII; pauses now and then. Linear in the length of all keys. */
  static *build(given: readonly number[], keys: readonly string[]): Generator<void, PathTree> {
    if (given.length === 0) return PathTree.empty;
    const sorting = Int32Array.from(given);
    const keyAt = (place: number): string => keys[sorting[place] ?? 0] ?? '';
    const sorted = new Int32Array(sorting.length);
    const counts = new Int32Array(buckets);
    const items = new Int32Array(sorting.length);
    const labels = new Bytes();
    const itemStarts: number[] = [];
    const firstChildren: number[] = [];
    const labelStarts = [0, 0];
    let itemCount = 0;
    let work = 0;
    const queue: Range[] = [{ from: 0, to: sorting.length, depth: 0 }];
    const addChild = (from: number, to: number, depth: number, length: number): void => {
      labels.add(keyAt(from), depth, depth + length);
      labelStarts.push(labels.length);
      queue.push({ from, to, depth: depth + length });
    };
    for (const { from, to, depth } of queue) {
      if (work >= workPerTurn) {
        work = 0;
        yield;
      }
      itemStarts.push(itemCount);
      firstChildren.push(queue.length);
      if (to - from === 1) {
        const key = keyAt(from);
        if (key.length > depth) addChild(from, to, depth, textLength(key, depth));
        else items[itemCount++] = sorting[from] ?? 0;
        work += keyWork;
        continue;
      }
      // A counting sort by the next character, 0 where the key ends.
      counts.fill(0);
      for (let place = from; place < to; place++) {
        const bucket = bucketOf(keyAt(place), depth);
        counts[bucket] = (counts[bucket] ?? 0) + 1;
      }
      const next = startsOf(counts, from);
      for (let place = from; place < to; place++) {
        const bucket = bucketOf(keyAt(place), depth);
        const target = next[bucket] ?? 0;
        sorted[target] = sorting[place] ?? 0;
        next[bucket] = target + 1;
      }
      sorting.set(sorted.subarray(from, to), from);
      work += buckets + keyWork * (to - from);
      let start = from + (counts[0] ?? 0);
      items.set(sorting.subarray(from, start), itemCount);
      itemCount += start - from;
      for (let bucket = 1; bucket < buckets; bucket++) {
        const end = start + (counts[bucket] ?? 0);
        if (end === start) continue;
        const first = keyAt(start);
        let length = textLength(first, depth);
        for (let place = start + 1; place < end && length > 1; place++) {
          length = sharedLength(first, keyAt(place), depth, length);
          work += length;
          if (work < workPerTurn) continue;
          work = 0;
          yield;
        }
        addChild(start, end, depth, length);
        start = end;
      }
    }
    itemStarts.push(itemCount);
    firstChildren.push(queue.length);
    yield;
    return new PathTree({
      items,
      itemStarts: Int32Array.from(itemStarts),
      firstChildren: Int32Array.from(firstChildren),
      labels: labels.toArray(),
      labelStarts: Int32Array.from(labelStarts),
    });
  }

  get size(): number {
    return this.#firstChildren.length - 1;
  }

  get sizeBytes(): number {
    return 4 * (this.items.length + 3 * this.#firstChildren.length) + this.#labels.length;
  }

  itemStart(node: number): number {
    return this.#itemStarts[node] ?? 0;
  }

  itemCount(node: number): number {
    return this.itemStart(node + 1) - this.itemStart(node);
  }

  itemsAt(node: number): Int32Array {
    return this.items.subarray(this.itemStart(node), this.itemStart(node + 1));
  }

  /** Children follow each other, and come after their parent. */
  firstChild(node: number): number {
    return this.#firstChildren[node] ?? 0;
  }

  childCount(node: number): number {
    return this.firstChild(node + 1) - this.firstChild(node);
  }

  labelLength(node: number): number {
    return (this.#labelStarts[node + 1] ?? 0) - (this.#labelStarts[node] ?? 0);
  }

  /** What a node's label stands for; undefined for text. */
  markOf(node: number): number | undefined {
    const code = this.#codeOf(node);
    return code <= lastMark ? code : undefined;
  }

  /** The number of the node of rules without a path; 0 if there is none. */
  get anyPathNode(): number {
    const first = this.firstChild(0);
    for (let child = first; child < first + this.childCount(0); child++)
      if (this.#codeOf(child) === mark.anyPath) return child;
    return 0;
  }

  /** Adds the nodes of all paths that the normal form of a path matches. `length` is without the `/` at its end. */
  find(path: string, length: number, steps: Steps, found: number[]): void {
    this.#descend(0, path, 0, length, steps, found);
  }

  /** Adds the node below a found one where rules want this parameter in the query, if there is one. */
  findParameter(node: number, parameter: string, steps: Steps, found: number[]): void {
    let at = 0;
    let current = node;
    while (at < parameter.length) {
      steps.used += nodeSteps;
      const child = this.#childFor(current, parameter.charCodeAt(at));
      if (child === 0 || !this.#hasLabel(child, parameter, at, parameter.length, steps)) return;
      at += this.labelLength(child);
      current = child;
    }
    if (current !== node && this.itemCount(current) > 0) found.push(current);
  }

  #descend(node: number, path: string, from: number, length: number, steps: Steps, found: number[]): void {
    let current = node;
    let at = from;
    for (;;) {
      if (steps.isSpent) return;
      steps.used += nodeSteps;
      const first = this.firstChild(current);
      const end = first + this.childCount(current);
      for (let child = first; child < end; child++) {
        const code = this.#codeOf(child);
        if (code > lastMark) break;
        if (code === mark.placeholder) this.#descendPlaceholder(child, path, at, length, steps, found);
        else if (endsAt(code, path, at, length)) found.push(child);
      }
      if (at >= length) return;
      const child = this.#childFor(current, path.charCodeAt(at));
      if (child === 0 || !this.#hasLabel(child, path, at, length, steps)) return;
      at += this.labelLength(child);
      current = child;
    }
  }

  #descendPlaceholder(
    child: number,
    path: string,
    at: number,
    length: number,
    steps: Steps,
    found: number[],
  ): void {
    steps.used += placeholderSteps;
    const slash = path.indexOf('/', at);
    const end = slash < 0 || slash > length ? length : slash;
    if (end > at) this.#descend(child, path, end, length, steps, found);
  }

  /** The child whose label begins with a character, 0 if there is none. Children are in the order of their first characters. */
  #childFor(node: number, code: number): number {
    if (code <= lastMark) return 0;
    let low = this.firstChild(node);
    let high = low + this.childCount(node);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.#codeOf(middle);
      if (there === code) return middle;
      if (there < code) low = middle + 1;
      else high = middle;
    }
    return 0;
  }

  /** The first character has been looked at. */
  #hasLabel(node: number, text: string, at: number, length: number, steps: Steps): boolean {
    const labelLength = this.labelLength(node);
    if (at + labelLength > length) return false;
    steps.used += labelLength;
    const start = this.#labelStarts[node] ?? 0;
    for (let offset = 1; offset < labelLength; offset++)
      if (this.#labels[start + offset] !== text.charCodeAt(at + offset)) return false;
    return true;
  }

  #codeOf(node: number): number {
    return this.#labels[this.#labelStarts[node] ?? 0] ?? 0;
  }
}

/** Grows as characters of ASCII are added. */
class Bytes {
  #bytes = new Uint8Array(64);
  length = 0;

  add(text: string, from: number, to: number): void {
    const end = this.length + to - from;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    for (let at = from; at < to; at++) this.#bytes[this.length++] = text.charCodeAt(at);
  }

  toArray(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}

function endsAt(code: number, path: string, at: number, length: number): boolean {
  if (code === mark.anyPath) return false;
  return at === length || code === mark.anything || (code === mark.segments && path.charCodeAt(at) === slash);
}

function bucketOf(key: string, depth: number): number {
  return depth < key.length ? (key.charCodeAt(depth) & 0x7f) + 1 : 0;
}

function startsOf(counts: Int32Array, from: number): Int32Array {
  const starts = new Int32Array(counts.length);
  let start = from;
  for (let bucket = 0; bucket < counts.length; bucket++) {
    starts[bucket] = start;
    start += counts[bucket] ?? 0;
  }
  return starts;
}

/** The length of the text from here on, up to a mark; a mark's is 1. */
function textLength(key: string, from: number): number {
  if (key.charCodeAt(from) <= lastMark) return 1;
  let at = from + 1;
  while (at < key.length && key.charCodeAt(at) > lastMark) at++;
  return at - from;
}

function sharedLength(one: string, other: string, from: number, most: number): number {
  let length = 1;
  while (length < most && one.charCodeAt(from + length) === other.charCodeAt(from + length)) length++;
  return length;
}

const slash = 0x2f;
