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

type Range = { readonly node: number; readonly from: number; readonly to: number; readonly depth: number };

/** One for each character of ASCII, and one for the end of a key. */
const buckets = 129;
/** Work between two turns of the event loop: about ten milliseconds. */
const keysPerTurn = 20_000;

export class PathTree {
  /** Items by node, those of one node in the order in which they were given. */
  readonly items: Int32Array;
  readonly #itemStarts: Int32Array;
  readonly #itemCounts: Int32Array;
  readonly #firstChildren: Int32Array;
  readonly #childCounts: Uint8Array;
  readonly #labelStarts: Int32Array;
  readonly #labelLengths: Int32Array;
  readonly #labels: string;

  private constructor(items: Int32Array, nodes: readonly (readonly number[])[], labels: string) {
    const [
      itemStarts = [],
      itemCounts = [],
      firstChildren = [],
      childCounts = [],
      starts = [],
      lengths = [],
    ] = nodes;
    this.items = items;
    this.#itemStarts = Int32Array.from(itemStarts);
    this.#itemCounts = Int32Array.from(itemCounts);
    this.#firstChildren = Int32Array.from(firstChildren);
    this.#childCounts = Uint8Array.from(childCounts);
    this.#labelStarts = Int32Array.from(starts);
    this.#labelLengths = Int32Array.from(lengths);
    this.#labels = labels;
  }

  /** Puts items into the tree, each under its key of ASCII; pauses now and then. Linear in the length of all keys. */
  static *build(given: readonly number[], keys: readonly string[]): Generator<void, PathTree> {
    const items = Int32Array.from(given);
    const keyAt = (place: number): string => keys[items[place] ?? 0] ?? '';
    const sorted = new Int32Array(items.length);
    const counts = new Int32Array(buckets);
    const itemStarts = [0];
    const itemCounts = [0];
    const firstChildren = [0];
    const childCounts = [0];
    const labelStarts = [0];
    const labelLengths = [0];
    const labels: string[] = [];
    let labelsLength = 0;
    const queue: Range[] = [{ node: 0, from: 0, to: items.length, depth: 0 }];
    const addChild = (node: number, from: number, to: number, depth: number): void => {
      const first = keyAt(from);
      let length = textLength(first, depth);
      for (let place = from + 1; place < to && length > 1; place++)
        length = sharedLength(first, keyAt(place), depth, length);
      const child = itemStarts.length;
      itemStarts.push(from);
      itemCounts.push(0);
      firstChildren.push(0);
      childCounts.push(0);
      labelStarts.push(labelsLength);
      labelLengths.push(length);
      labels.push(first.slice(depth, depth + length));
      labelsLength += length;
      childCounts[node] = (childCounts[node] ?? 0) + 1;
      queue.push({ node: child, from, to, depth: depth + length });
    };
    let work = 0;
    for (const { node, from, to, depth } of queue) {
      work += to - from + 1;
      if (work > keysPerTurn) {
        work = 0;
        yield;
      }
      itemStarts[node] = from;
      firstChildren[node] = itemStarts.length;
      if (to - from === 1) {
        if (keyAt(from).length === depth) itemCounts[node] = 1;
        else addChild(node, from, to, depth);
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
        sorted[target] = items[place] ?? 0;
        next[bucket] = target + 1;
      }
      items.set(sorted.subarray(from, to), from);
      itemCounts[node] = counts[0] ?? 0;
      let start = from + (counts[0] ?? 0);
      for (let bucket = 1; bucket < buckets; bucket++) {
        const end = start + (counts[bucket] ?? 0);
        if (end > start) addChild(node, start, end, depth);
        start = end;
      }
    }
    yield;
    const nodes = [itemStarts, itemCounts, firstChildren, childCounts, labelStarts, labelLengths];
    return new PathTree(items, nodes, labels.join(''));
  }

  get size(): number {
    return this.#itemStarts.length;
  }

  itemStart(node: number): number {
    return this.#itemStarts[node] ?? 0;
  }

  itemCount(node: number): number {
    return this.#itemCounts[node] ?? 0;
  }

  itemsAt(node: number): Int32Array {
    const start = this.itemStart(node);
    return this.items.subarray(start, start + this.itemCount(node));
  }

  /** Children follow each other, and come after their parent. */
  firstChild(node: number): number {
    return this.#firstChildren[node] ?? 0;
  }

  childCount(node: number): number {
    return this.#childCounts[node] ?? 0;
  }

  labelLength(node: number): number {
    return this.#labelLengths[node] ?? 0;
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
      if (this.#labels.charCodeAt(start + offset) !== text.charCodeAt(at + offset)) return false;
    return true;
  }

  #codeOf(node: number): number {
    return this.#labels.charCodeAt(this.#labelStarts[node] ?? 0);
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
