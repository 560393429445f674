/**
 * The authority of a request: the value of its Host field, or the authority of an absolute-form target.
 * Source: RFC 9110 section 7.2, RFC 3986 section 3.2.
 */
import { isIPv6 } from 'node:net';
import { colon, hostTable } from './characters.ts';

export type Authority = {
  /** Lower case, without port and without one trailing dot; an IPv6 address keeps its brackets. */
  readonly host: string;
  /** 0 when none is given. */
  readonly port: number;
};

const maxHostLength = 253;
const openBracket = 0x5b;
const dot = 0x2e;

/**
 * Parses `host[:port]`; returns undefined for anything with user info, path, comma, white space, an empty label, a
 * character no host has, or a port that is not 1–65535 written plainly. Servers in front of or behind this one may
 * each pick another part of such a value (RFC 9112 section 3.2.2; request routing, section 11).
 */
export function parseAuthority(text: string): Authority | undefined {
  const hostEnd = text.charCodeAt(0) === openBracket ? bracketedEnd(text) : nameEnd(text);
  if (hostEnd <= 0) return undefined;
  let port = 0;
  if (hostEnd < text.length) {
    if (text.charCodeAt(hostEnd) !== colon) return undefined;
    port = parsePort(text, hostEnd + 1);
    if (port === 0) return undefined;
  }
  const withoutDot = text.charCodeAt(hostEnd - 1) === dot ? hostEnd - 1 : hostEnd;
  if (withoutDot > maxHostLength) return undefined;
  return { host: text.slice(0, withoutDot).toLowerCase(), port };
}

/** Whether two authorities lead to the same port of the same host (RFC 9110 section 4.2.3). */
export function isSameAuthority(one: Authority, other: Authority, defaultPort: number): boolean {
  return one.host === other.host && (one.port || defaultPort) === (other.port || defaultPort);
}

/** Where the host name ends; 0 when it has an empty label. One trailing dot, the root's, is part of a name. */
function nameEnd(text: string): number {
  let at = 0;
  let labelStart = 0;
  for (; at < text.length && hostTable[text.charCodeAt(at)] === 1; at++) {
    if (text.charCodeAt(at) !== dot) continue;
    if (at === labelStart) return 0;
    labelStart = at + 1;
  }
  return at;
}

function bracketedEnd(text: string): number {
  const close = text.indexOf(']');
  // A zone identifier (`%eth0`) means something on the sender's machine only.
  return close > 0 && !text.includes('%') && isIPv6(text.slice(1, close)) ? close + 1 : 0;
}

/** Returns 0 for everything that is not a port number in its canonical form. */
function parsePort(text: string, start: number): number {
  const digits = text.length - start;
  if (digits < 1 || digits > 5 || text.charCodeAt(start) === 0x30) return 0;
  let port = 0;
  for (let at = start; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return 0;
    port = port * 10 + digit;
  }
  return port <= 65_535 ? port : 0;
}
