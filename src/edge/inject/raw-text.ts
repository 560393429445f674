/**
 * Finds the end of text in which tags mean nothing: comments, and elements like title, style and script.
 * Source: HTML Standard, sections 13.2.5.2 to 13.2.5.31 and 13.2.5.43 to 13.2.5.52.
 */
import { isSpace } from './attribute-reader.ts';

const exclamation = 0x21;
const dash = 0x2d;
const slash = 0x2f;
const lessThan = 0x3c;
const greaterThan = 0x3e;

/** Looks for an end tag; `at` says where to continue: at what may be the beginning of one, if more bytes are needed. */
export type RawEnd = { readonly isFound: boolean; readonly at: number };

/**
 * Compares bytes with a lower-case name and the character that ends a tag's name: returns where that stands, -1 when
 * it is something else, and `more` when the bytes end before that is known.
 */
const more = -2;
function afterName(bytes: Buffer, start: number, end: number, name: string): number {
  for (let i = 0; i < name.length; i++) {
    if (start + i >= end) return more;
    if (((bytes[start + i] ?? 0) | 0x20) !== name.charCodeAt(i)) return -1;
  }
  const at = start + name.length;
  if (at >= end) return more;
  return endsName(bytes[at] ?? 0) ? at : -1;
}

/** Whether a tag's name ends before this character. */
export function endsName(code: number): boolean {
  return code === greaterThan || code === slash || isSpace(code);
}

/** Where a byte is next, or -1. A call for each of many in a row would cost fifty times as much. */
function next(bytes: Buffer, byte: number, start: number): number {
  return bytes[start] === byte ? start : bytes.indexOf(byte, start);
}

/** Finds `</name`, as it ends the text of any element but script. */
export function findEndTag(bytes: Buffer, start: number, end: number, name: string): RawEnd {
  for (let at = start; ; at++) {
    at = next(bytes, lessThan, at);
    if (at < 0 || at >= end) return { isFound: false, at: end };
    if (at + 1 >= end) return { isFound: false, at };
    if (bytes[at + 1] !== slash) continue;
    const found = afterName(bytes, at + 2, end, name);
    if (found === more) return { isFound: false, at };
    if (found >= 0) return { isFound: true, at: found };
  }
}

/**
 * Returns where a comment ends, or the position up to which it certainly continues: `isFound` tells which. `start` is
 * where its text begins, or where an earlier search has stopped.
 */
export function findCommentEnd(bytes: Buffer, start: number, end: number): RawEnd {
  for (let at = start; ; at++) {
    at = next(bytes, greaterThan, at);
    if (at < 0 || at >= end) break;
    const last = bytes[at - 1] === exclamation ? at - 2 : at - 1;
    if (last - 1 >= start && bytes[last] === dash && bytes[last - 1] === dash)
      return { isFound: true, at: at + 1 };
  }
  let kept = end;
  if (kept - 3 >= start && bytes[kept - 1] === exclamation && bytes[kept - 2] === dash) kept--;
  while (kept > start && end - kept < 3 && bytes[kept - 1] === dash) kept--;
  return { isFound: false, at: kept };
}

/**
 * Finds the end of a script, in which `<!-- <script> </script> -->` does not end it.
 *
 * States: plain → escaped (after `<!--`) → twice escaped (after `<script` in it) → escaped (after `</script`); `-->`
 * leads back to plain. `</script` ends the script unless it is escaped twice.
 */
export class ScriptText {
  #escapes = 0;
  /** `-` just before, while escaped. */
  #dashes = 0;

  begin(): void {
    this.#escapes = 0;
    this.#dashes = 0;
  }

  find(bytes: Buffer, start: number, end: number): RawEnd {
    let at = start;
    while (at < end) {
      if (this.#escapes === 0) {
        at = next(bytes, lessThan, at);
        if (at < 0 || at >= end) return { isFound: false, at: end };
      }
      const code = bytes[at] ?? 0;
      if (code !== lessThan) {
        if (code === greaterThan && this.#dashes >= 2) this.#escapes = 0;
        this.#dashes = code === dash ? this.#dashes + 1 : 0;
        at++;
        continue;
      }
      const then = this.#afterLessThan(bytes, at, end);
      if (then === more) return { isFound: false, at };
      if (then < 0) return { isFound: true, at: ~then };
      at = then;
    }
    return { isFound: false, at };
  }

  /** Returns where to continue, the complement of where the name of the end tag ends, or `more`. */
  #afterLessThan(bytes: Buffer, at: number, end: number): number {
    this.#dashes = 0;
    if (at + 1 >= end) return more;
    const following = bytes[at + 1] ?? 0;
    if (following === slash) {
      const found = afterName(bytes, at + 2, end, 'script');
      if (found === more) return more;
      if (found < 0) return at + 1;
      if (this.#escapes < 2) return ~found;
      this.#escapes = 1;
      return found + 1;
    }
    if (this.#escapes === 1) {
      const found = afterName(bytes, at + 1, end, 'script');
      if (found === more) return more;
      if (found < 0) return at + 1;
      this.#escapes = 2;
      return found + 1;
    }
    if (this.#escapes === 2 || following !== exclamation) return at + 1;
    if (at + 2 >= end || (bytes[at + 2] === dash && at + 3 >= end)) return more;
    if (bytes[at + 2] !== dash || bytes[at + 3] !== dash) return at + 1;
    this.#escapes = 1;
    this.#dashes = 2;
    return at + 4;
  }
}
