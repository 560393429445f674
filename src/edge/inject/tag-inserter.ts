/**
 * Passes a page on and inserts the script tag. All other bytes stay unchanged and in order.
 * Source: docs/reference/injection.md ("Where it goes").
 */
import { type ElementJudge, HtmlScanner } from './html-scanner.ts';
import type { PageOutcome } from './page-outcome.ts';
import { scriptTag } from './script-tag.ts';

export class TagInserter {
  outcome: PageOutcome | undefined;
  readonly #scanner: HtmlScanner;
  readonly #tag: string;
  readonly #sink: (chunk: Buffer, start: number, end: number) => void;
  /** Bytes whose meaning is not known yet: at most a tag's name. */
  #kept: Buffer | null = null;

  constructor(
    judge: ElementJudge,
    sink: (chunk: Buffer, start: number, end: number) => void,
    tag: string = scriptTag,
  ) {
    this.#tag = tag;
    this.#scanner = new HtmlScanner(judge);
    this.#sink = sink;
  }

  write(chunk: Buffer, start: number, end: number): void {
    if (this.outcome !== undefined) {
      this.#sink(chunk, start, end);
      return;
    }
    if (start === end) return;
    let [bytes, from, to] = [chunk, start, end];
    if (this.#kept) {
      bytes = Buffer.concat([this.#kept, chunk.subarray(start, end)]);
      [from, to] = [0, bytes.length];
      this.#kept = null;
    }
    const at = this.#scanner.scan(bytes, from, to);
    if (this.#scanner.verdict !== undefined) this.#decide(bytes, from, at, to);
    else {
      if (at > from) this.#sink(bytes, from, at);
      // A copy: what is left of a big chunk should not hold all of it.
      if (at < to) this.#kept = Buffer.from(bytes.subarray(at, to));
    }
  }

  /** The page is complete. */
  finish(): void {
    if (this.outcome !== undefined) return;
    const bytes = this.#kept ?? Buffer.alloc(0);
    this.#kept = null;
    this.#decide(bytes, 0, this.#scanner.finish(bytes, 0, bytes.length), bytes.length);
  }

  #decide(bytes: Buffer, from: number, at: number, to: number): void {
    const { verdict } = this.#scanner;
    this.outcome = verdict === 'place' || verdict === undefined ? 'injected' : verdict;
    if (this.outcome !== 'injected') {
      if (to > from) this.#sink(bytes, from, to);
      return;
    }
    if (at > from) this.#sink(bytes, from, at);
    const tag = Buffer.from(this.#tag, 'latin1');
    this.#sink(tag, 0, tag.length);
    if (to > at) this.#sink(bytes, at, to);
  }
}
