/**
 * Splits a request target.
 * Source: RFC 9112 section 3.2; RFC 9110 section 4.2 (http and https URIs).
 */
import { type Authority, isSameAuthority, parseAuthority } from './authority.ts';
import type { RefusalReason } from './refusal.ts';

export type RequestTarget = {
  /** Raw, without query; begins with `/`, or is `*`. */
  readonly path: string;
  /** Raw, without its `?`; empty when there is none. */
  readonly query: string;
};

const absoluteForm = /^(https?):\/\//i;

/** Splits an origin-form target at its first `?`. */
export function splitOriginForm(target: string): RequestTarget {
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Takes apart a target that does not begin with `/`; its characters have been checked. */
export function parseOtherForm(
  target: string,
  method: string,
  authority: Authority,
): RequestTarget | RefusalReason {
  if (target === '*') return method === 'OPTIONS' ? { path: '*', query: '' } : 'target_invalid';
  const scheme = absoluteForm.exec(target);
  if (!scheme?.[1]) return 'target_invalid';
  const start = scheme[0].length;
  const rest = target.slice(start);
  const end = rest.search(/[/?]/);
  const named = parseAuthority(end < 0 ? rest : rest.slice(0, end));
  if (!named) return 'target_invalid';
  // RFC 9112 section 3.2.2 lets the target win over Host. A server that goes by Host would see another request than
  // one that goes by the target, so the two must agree (section 11, request smuggling by routing).
  const defaultPort = scheme[1].toLowerCase() === 'https' ? 443 : 80;
  if (!isSameAuthority(named, authority, defaultPort)) return 'target_host_differs';
  if (end < 0) return { path: method === 'OPTIONS' ? '*' : '/', query: '' };
  const relative = rest.slice(end);
  return splitOriginForm(relative.startsWith('/') ? relative : `/${relative}`);
}
