/**
 * The path of a rule: its literal beginning, by which an index finds it, and the segments after that.
 * Source: docs/reference/rules.md ("Paths").
 *
 * Paths are compared byte for byte as they were sent. One `/` at the end of a path makes no difference, so both sides
 * are compared without it: `/` is ''.
 */
import { placeholderName, splatName } from './placeholder.ts';

/** How a path goes on after its literal beginning. */
export const pathEnd = { none: 0, segments: 1, anything: 2 } as const;
type PathEnd = (typeof pathEnd)[keyof typeof pathEnd];

/** A segment after the literal beginning: literal, with its `/`, or a placeholder. */
type PatternSegment = { readonly literal: string } | { readonly name: string };

export type PathPattern = {
  /** What the path begins with: the whole path if it is exact. */
  readonly literal: string;
  /** How a request may continue after the literal: not at all, with whole segments, or with any text. */
  readonly literalEnd: PathEnd;
  /** From the first placeholder on. */
  readonly segments: readonly PatternSegment[];
  /** The same after the segments: `/*` takes whole segments, a `*` within a segment any text. */
  readonly end: PathEnd;
  readonly names: readonly string[];
};

export type PathPatternResult =
  | { readonly ok: true; readonly pattern: PathPattern }
  | { readonly ok: false; readonly allowed: string };

const maxPathLength = 2048;
const forbidden = /[^\u0021-\u007e]|[?#]/;
const aboveAscii = /[^\u0000-\u007f]/;

export function parsePath(path: string): PathPatternResult {
  if (path.length > maxPathLength) return refuse(`at most ${maxPathLength} characters`);
  if (!path.startsWith('/')) return refuse('a path that begins with /');
  if (aboveAscii.test(path) && path.isWellFormed())
    return refuse(`visible ASCII, as clients send it: ${JSON.stringify(encodeURI(path))}`);
  if (forbidden.test(path)) return refuse('a path of visible ASCII characters without ? and #');
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
  return { ok: true, pattern: { literal, literalEnd, segments, end, names } };
}

/** The path as it is compared. */
export function withoutLastSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The length of a path as it is compared. */
export function comparedLength(path: string): number {
  return path.endsWith('/') ? path.length - 1 : path.length;
}

/** Whether a path that begins with the pattern's literal goes on as the pattern's segments say. */
export function segmentsMatch(pattern: PathPattern, path: string): boolean {
  const { segments } = pattern;
  const length = comparedLength(path);
  let at = pattern.literal.length;
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index];
    if (segment === undefined || path.charCodeAt(at) !== slash || at >= length) return false;
    if ('literal' in segment) {
      if (!path.startsWith(segment.literal, at)) return false;
      at += segment.literal.length;
      if (at > length) return false;
      // The end of a path is checked below: it may be within a segment.
      if (index < segments.length - 1 && at < length && path.charCodeAt(at) !== slash) return false;
    } else {
      const end = segmentEnd(path, at + 1, length);
      if (end === at + 1) return false;
      at = end;
    }
  }
  if (pattern.end === pathEnd.anything || at === length) return true;
  return pattern.end === pathEnd.segments && path.charCodeAt(at) === slash;
}

/** The value of a placeholder in a path that matches; undefined if the pattern doesn't have it. */
export function pathValue(pattern: PathPattern, path: string, name: string): string | undefined {
  if (!pattern.names.includes(name)) return undefined;
  const length = comparedLength(path);
  let at = pattern.literal.length;
  for (const segment of pattern.segments) {
    if ('literal' in segment) {
      at += segment.literal.length;
      continue;
    }
    const end = segmentEnd(path, at + 1, length);
    if (segment.name === name) return path.slice(at + 1, end);
    at = end;
  }
  // With its own `/` at the end, which may mean something to where it leads.
  return path.slice(pattern.end === pathEnd.segments ? at + 1 : at);
}

function segmentEnd(path: string, start: number, length: number): number {
  const end = path.indexOf('/', start);
  return end < 0 || end > length ? length : end;
}

const slash = 0x2f;

function refuse(allowed: string): PathPatternResult {
  return { ok: false, allowed };
}
