/**
 * Where a rule's redirect leads: `to` parsed once, then put together with the raw values of its placeholders. The
 * origin comes from `to` alone, whatever the request is.
 * Source: docs/reference/rules.md ("Redirect"), RFC 3986 section 4.2, RFC 9112 section 11.1.
 */
import { parseDestination } from '../core/redirect-location.ts';
import type { Captured } from './placeholder.ts';

/** Text, then a placeholder's name, then text, and so on. */
type Template = readonly string[];

export type RedirectTarget = {
  /** Scheme and authority; '' on the same host. */
  readonly origin: string;
  /** The host that it leads to; '' for the same host. */
  readonly hostname: string;
  readonly path: Template;
  readonly query: Template;
  /** With its `#`, or empty. */
  readonly fragment: Template;
};

export type RedirectTargetResult =
  | { readonly ok: true; readonly target: RedirectTarget }
  | { readonly ok: false; readonly reason: string };

const placeholder = /:([A-Za-z_][A-Za-z0-9_]{0,63})/;
const placeholderInAuthority = /^https?:\/\/(?:\[[^\]]*\])?[^/\\?#[\]]*:[A-Za-z_]/i;
const plainHostname = /^https?:\/\/([a-z0-9.-]+)(?=[:/?#]|$)/i;
/** Any: what `/…` is resolved against to be brought into the form of a URL. */
const someOrigin = 'http://host.invalid';

/** Parses `to`: an absolute http or https URL without user info, or a path on the same host. */
export function parseRedirectTarget(to: string): RedirectTargetResult {
  const isOwnHost = to.startsWith('/');
  if (isOwnHost && (to[1] === '/' || to[1] === '\\'))
    return { ok: false, reason: `it begins with ${to.slice(0, 2)}, which leads to another host` };
  if (placeholderInAuthority.test(to))
    return { ok: false, reason: 'it has a placeholder or user info in its host' };
  const parsed = parseDestination(isOwnHost ? someOrigin + to : to);
  if (!parsed.ok) return parsed;
  const { origin, hostname, fragment } = parsed.destination;
  const path = templateOf(parsed.destination.path);
  const query = templateOf(parsed.destination.query);
  const target = {
    origin: isOwnHost ? '' : origin,
    hostname: isOwnHost ? '' : hostname,
    path,
    query,
    fragment: templateOf(fragment),
  };
  return { ok: true, target };
}

/** The host that `to` leads to, without a dot at its end, mostly without parsing it; '' for the same host. */
export function targetHostname(to: string): string {
  if (to.startsWith('/')) return '';
  const [, plain] = plainHostname.exec(to) ?? [];
  if (plain !== undefined) return plain.toLowerCase().replace(/\.$/, '');
  const parsed = parseRedirectTarget(to);
  return parsed.ok ? parsed.target.hostname.replace(/\.$/, '') : '';
}

function templateOf(text: string): Template {
  return text.includes(':') ? text.split(placeholder) : [text];
}

/** The placeholders of a target, in order. */
export function placeholdersOf({ path, query, fragment }: RedirectTarget): string[] {
  return [path, query, fragment].flatMap((template) => template.filter((_, index) => index % 2 === 1));
}

/** Whether a Location's path and query are the same for all requests, but for the request's own query. */
export function isFixed({ origin, path, query }: RedirectTarget): boolean {
  const [text = ''] = path;
  return path.length === 1 && query.length === 1 && !(origin === '' && beginsAuthority(text));
}

/** Servers and clients take field lines of about this length, in bytes. */
const maxLocationLength = 16_384;

export function isTooLong(location: string): boolean {
  return location.length > maxLocationLength;
}

/** Returns the Location, or the beginning of one that is too long; `rawQuery` is the request's, if it is passed on. A placeholder without a value is empty. */
export function locationOf(target: RedirectTarget, captured: Captured, rawQuery: string): string {
  let path = fill(target.path, captured, '?');
  // A second slash would begin another host. Clients remove the dot and find the path as it is.
  if (target.origin === '' && beginsAuthority(path)) path = `/.${path}`;
  const own = fill(target.query, captured, '&');
  const passed = escapeUnsafe(rawQuery, '#');
  const query = own === '' || passed === '' ? own + passed : `${own}&${passed}`;
  const location = target.origin + path;
  return (query === '' ? location : `${location}?${query}`) + fill(target.fragment, captured, '');
}

function beginsAuthority(path: string): boolean {
  return path.charCodeAt(1) === slash || path.charCodeAt(1) === backslash;
}

/** Replaces placeholders; the delimiter that would end the place they are in is percent-encoded in values. */
function fill(template: Template, captured: Captured, delimiter: string): string {
  let text = template[0] ?? '';
  for (let index = 1; index < template.length && !isTooLong(text); index += 2) {
    const value = captured(template[index] ?? '') ?? '';
    text += escapeUnsafe(value, delimiter) + (template[index + 1] ?? '');
  }
  return text;
}

/** Percent-encodes what would end the Location or the place in it. A request that was read from a socket has none. */
function escapeUnsafe(value: string, delimiter: string): string {
  const end = delimiter === '' ? -1 : delimiter.charCodeAt(0);
  let kept = 0;
  let text = '';
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code > space && code <= 0xff && code !== numberSign && code !== end && code !== del) continue;
    text += `${value.slice(kept, at)}%${code.toString(16).toUpperCase().padStart(2, '0')}`;
    kept = at + 1;
  }
  return kept === 0 ? value : text + value.slice(kept);
}

const space = 0x20;
const numberSign = 0x23;
const slash = 0x2f;
const backslash = 0x5c;
const del = 0x7f;
