/**
 * The path of a rule: its literal beginning, by which an index finds it, and the segments after that.
 * Source: docs/reference/rules.md ("Paths").
 *
 * Paths are compared in their normal form (normal-path.ts). One `/` at the end of a path makes no difference, so both sides are
 * compared without it: `/` is ''.
 */
import { normalRulePath } from './normal-path.ts';
import { placeholderName, splatName } from './placeholder.ts';

/** How a path goes on after its literal beginning. */
export const pathEnd = { none: 0, segments: 1, anything: 2 } as const;
type PathEnd = (typeof pathEnd)[keyof typeof pathEnd];

/** A segment after the literal beginning: literal, with its `/`, or a placeholder. */
type PatternSegment = { readonly literal: string } | { readonly name: string };

export type PathPattern = {
  /** What the path begins with, in its normal form: the whole path if it is exact. */
  readonly literal: string;
  /** How a request may continue after the literal: not at all, with whole segments, or with any text. */
  readonly literalEnd: PathEnd;
  /** From the first placeholder on. */
  readonly segments: readonly PatternSegment[];
  /** The same after the segments: `/*` takes whole segments, a `*` within a segment any text. */
  readonly end: PathEnd;
  /** Whether the path ends with a slash after its `*`: then the value has none at its end. */
  readonly endsWithSlash: boolean;
  readonly names: readonly string[];
};

export type PathPatternResult =
  | { readonly ok: true; readonly pattern: PathPattern }
  | { readonly ok: false; readonly allowed: string };

const maxPathLength = 2048;
const forbidden = /[\u0000- \u007f-\u009f?#]/;

export function parsePath(text: string): PathPatternResult {
  if (text.length > maxPathLength) return refuse(`at most ${maxPathLength} characters`);
  if (!text.startsWith('/')) return refuse('a path that begins with /');
  if (forbidden.test(text) || !text.isWellFormed())
    return refuse('a path of visible characters without ? and #');
  const endsWithSlash = text.endsWith('*/');
  const path = normalRulePath(endsWithSlash ? text.slice(0, -1) : text);
  const star = path.indexOf('*');
  if (star >= 0 && star < path.length - 1) return refuse('one *, at the end of the path');
  const pieces = withoutLastSlash(path).split('/').slice(1);
  const last = star < 0 ? undefined : pieces.pop()?.slice(0, -1);
  const segments: PatternSegment[] = [];
  const names: string[] = star < 0 ? [] : [splatName];
  let literal = '';
  for (const piece of pieces) {
    const name = placeholderName(piece);
    if (name === undefined) {
      if (piece.startsWith(':')) return refuse('a placeholder as a whole segment, such as /:name/');
      if (segments.length === 0) literal += `/${piece}`;
      else segments.push({ literal: `/${piece}` });
      continue;
    }
    if (name === splatName) return refuse('another name: splat is what the * at the end stands for');
    if (names.includes(name)) return refuse(`each placeholder once, and :${name} is there twice`);
    names.push(name);
    segments.push({ name });
  }
  const end = last === undefined ? pathEnd.none : last === '' ? pathEnd.segments : pathEnd.anything;
  if (last?.startsWith(':')) return refuse('a placeholder as a whole segment, such as /:name/*');
  if (end === pathEnd.anything) {
    if (segments.length === 0) literal += `/${last}`;
    else segments.push({ literal: `/${last}` });
  }
  const literalEnd = segments.length === 0 ? end : pathEnd.segments;
  return { ok: true, pattern: { literal, literalEnd, segments, end, endsWithSlash, names } };
}

/** The path as it is compared. */
export function withoutLastSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The length of a path as it is compared. */
export function comparedLength(path: string): number {
  return path.endsWith('/') ? path.length - 1 : path.length;
}

/** Whether the normal form of a path is one of the pattern's. */
export function pathMatches({ literal, segments, end }: PathPattern, path: string): boolean {
  const length = comparedLength(path);
  if (!path.startsWith(literal)) return false;
  let at = literal.length;
  for (const segment of segments) {
    if (at >= length || path.charCodeAt(at) !== slash) return false;
    if ('literal' in segment) {
      if (!path.startsWith(segment.literal, at)) return false;
      at += segment.literal.length;
    } else {
      const next = segmentEnd(path, at + 1, length);
      if (next === at + 1) return false;
      at = next;
    }
  }
  if (at > length) return false;
  return (
    at === length || end === pathEnd.anything || (end === pathEnd.segments && path.charCodeAt(at) === slash)
  );
}

/** Where each placeholder's value is in the normal form of a path that matches, one after the other. */
export function placesOfValues(
  { literal, segments, end, endsWithSlash }: PathPattern,
  path: string,
): { readonly name: string; readonly start: number; readonly end: number }[] {
  const places: { name: string; start: number; end: number }[] = [];
  const length = comparedLength(path);
  let at = literal.length;
  for (const segment of segments) {
    if ('literal' in segment) {
      at += segment.literal.length;
      continue;
    }
    const next = segmentEnd(path, at + 1, length);
    places.push({ name: segment.name, start: at + 1, end: next });
    at = next;
  }
  if (end === pathEnd.none) return places;
  // With its own `/` at the end, which may mean something to where it leads, unless the rule's path has one.
  const start = Math.min(end === pathEnd.segments ? at + 1 : at, path.length);
  const valueEnd = endsWithSlash ? Math.max(start, length) : path.length;
  return [...places, { name: splatName, start, end: valueEnd }];
}

function segmentEnd(path: string, start: number, length: number): number {
  const end = path.indexOf('/', start);
  return end < 0 || end > length ? length : end;
}

const slash = 0x2f;

function refuse(allowed: string): PathPatternResult {
  return { ok: false, allowed };
}
