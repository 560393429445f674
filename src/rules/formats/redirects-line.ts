/**
 * The words of a line of a `_redirects` file: `from [name=value …] to [status][!] [Condition=value …]`.
 * Source: Netlify documentation, "Redirects and rewrites" and "Redirect options".
 */
import { quoteValue } from '../../core/errors.ts';
import { refuse } from './rule-file.ts';

type Pair = readonly [name: string, value: string];

export type RedirectsLine = {
  readonly from: string;
  /** Query parameters that the request must have. */
  readonly query: readonly Pair[];
  /** Undefined where the line has only a source and a status. */
  readonly to: string | undefined;
  /** The `!` after it is of no account: a rule never yields to a file. */
  readonly status: number;
  readonly conditions: readonly Pair[];
};

const destination = /^(?:\/|https?:\/\/)/i;
const statusWord = /^(\d{3})!?$/;

/** Reads a line; undefined when it is blank or a comment. */
export function readRedirectsLine(text: string): RedirectsLine | undefined {
  const words = text.trim().split(/\s+/);
  const comment = words.findIndex((word) => word.startsWith('#'));
  const [from = '', ...rest] = comment < 0 ? words : words.slice(0, comment);
  if (from === '') return undefined;
  const [first] = rest;
  if (first === undefined) refuse('it has no destination');
  const forward = statusWord.test(first);
  const at = forward ? 0 : rest.findIndex((word) => destination.test(word));
  if (at < 0)
    refuse(`it has no destination: ${quoteValue(rest.at(-1))} is neither a path nor an http(s) URL`);
  const after = forward ? rest : rest.slice(at + 1);
  const [status, ...others] = after;
  const code = statusWord.exec(status ?? '')?.[1];
  const conditions = code === undefined ? after : others;
  const late = forward ? others.find((word) => destination.test(word)) : undefined;
  if (late !== undefined)
    refuse(`its status ${first} stands before its destination; write "${from} ${late} ${first}"`);
  return {
    from,
    query: rest.slice(0, at).map((word) => readPair(word, 'before its destination')),
    to: forward ? undefined : rest[at],
    status: Number(code ?? 301),
    conditions: conditions.map((word) => readPair(word, 'after its destination')),
  };
}

function readPair(word: string, place: string): Pair {
  const equals = word.indexOf('=');
  if (equals < 1) refuse(`it has ${quoteValue(word)} ${place}`);
  return [word.slice(0, equals), word.slice(equals + 1)];
}

/** The request's query is passed on unless the line says something about queries itself. */
export function passesQuery(asksForParameters: boolean, to: string): boolean {
  return !asksForParameters && !/^[^#]*\?/.test(to);
}
