/**
 * Finds the literal beginnings of a list's paths in a request's path: one pass over its bytes, whatever the number of
 * rules, without allocation.
 * Source: docs/reference/rules.md ("Paths").
 *
 * A hash runs along the path. Where a literal of that length exists, the table of literals is looked up with it: for
 * exact paths at the end only, for whole segments at each `/`, for other beginnings everywhere.
 */
import { comparedLength, pathEnd } from './path-pattern.ts';

export type PathKey = { readonly literal: string; readonly literalEnd: number };

export class PathIndex {
  /** By group. */
  readonly #literals: string[] = [];
  readonly #ends: number[] = [];
  /** Group + 1, or 0 for a free place; open addressing. */
  #table: Int32Array = new Int32Array(16);
  /** By length: one bit for each end that literals of this length have. */
  #endsByLength: Uint8Array = new Uint8Array(64);
  #maxLength = -1;

  /** The number of groups, which count from 0. */
  get size(): number {
    return this.#literals.length;
  }

  /** The group of paths with this beginning, which is made if there is none. */
  add({ literal, literalEnd }: PathKey): number {
    let hash = seed;
    for (let at = 0; at < literal.length; at++) hash = step(hash, literal.charCodeAt(at));
    const found = this.#find(hash, literalEnd, literal, literal.length);
    if (found >= 0) return found;
    const group = this.#literals.push(literal) - 1;
    this.#ends.push(literalEnd);
    if (this.#literals.length * 2 > this.#table.length) this.#grow();
    else this.#place(hash, literalEnd, group);
    this.#noteLength(literal.length, literalEnd);
    return group;
  }

  /** Writes the groups that a path may belong to, the longest beginning last; returns their number. */
  groupsOf(path: string, groups: number[]): number {
    const length = comparedLength(path);
    const last = Math.min(length, this.#maxLength);
    let count = 0;
    let hash = seed;
    for (let at = 0; at <= last; at++) {
      const ends = this.#endsByLength[at] ?? 0;
      const code = path.charCodeAt(at);
      if (ends !== 0) {
        for (let end = 0; end <= pathEnd.anything; end++) {
          if ((ends & (1 << end)) === 0 || !mayEnd(end, at === length, code)) continue;
          const group = this.#find(hash, end, path, at);
          if (group >= 0) groups[count++] = group;
        }
      }
      hash = step(hash, code);
    }
    return count;
  }

  #find(hash: number, end: number, path: string, length: number): number {
    const mask = this.#table.length - 1;
    for (let place = placeOf(hash, end) & mask; ; place = (place + 1) & mask) {
      const group = (this.#table[place] ?? 0) - 1;
      if (group < 0) return -1;
      const literal = this.#literals[group] ?? '';
      if (literal.length === length && this.#ends[group] === end && path.startsWith(literal)) return group;
    }
  }

  #place(hash: number, end: number, group: number): void {
    const mask = this.#table.length - 1;
    let place = placeOf(hash, end) & mask;
    while (this.#table[place] !== 0) place = (place + 1) & mask;
    this.#table[place] = group + 1;
  }

  #grow(): void {
    this.#table = new Int32Array(this.#table.length * 4);
    for (const [group, literal] of this.#literals.entries()) {
      let hash = seed;
      for (let at = 0; at < literal.length; at++) hash = step(hash, literal.charCodeAt(at));
      this.#place(hash, this.#ends[group] ?? 0, group);
    }
  }

  #noteLength(length: number, end: number): void {
    if (length >= this.#endsByLength.length) {
      const longer = new Uint8Array(length * 2);
      longer.set(this.#endsByLength);
      this.#endsByLength = longer;
    }
    this.#endsByLength[length] = (this.#endsByLength[length] ?? 0) | (1 << end);
    this.#maxLength = Math.max(this.#maxLength, length);
  }
}

function mayEnd(end: number, isWhole: boolean, nextCode: number): boolean {
  return isWhole || end === pathEnd.anything || (end === pathEnd.segments && nextCode === slash);
}

/** FNV-1a. */
const seed = 0x811c9dc5;
const prime = 0x01000193;

function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, prime);
}

function placeOf(hash: number, end: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15) ^ end, 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

const slash = 0x2f;
