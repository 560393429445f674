/**
 * Host names as Nameplate stores and compares them.
 * Source: docs/reference/redirects.md ("The host"), RFC 1123 section 2.1 (LDH labels), UTS 46 (IDN to A-labels).
 */
import { toASCII } from 'tr46';

export type HostnameResult =
  | { readonly ok: true; readonly host: string }
  | { readonly ok: false; readonly reason: string };

/** Without a trailing dot (RFC 1035 section 3.1). */
export const maxHostLength = 253;
const ldhLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** What WHATWG's host parser takes for the end of an IPv4 address: a decimal or hexadecimal last label. */
const numericLabel = /^(?:[0-9]+|0x[0-9a-f]*)$/;
/** ASCII that no host name has; refused before IDN mapping, which would decode or drop some of it. */
// biome-ignore format: one class, read as a whole
const forbidden = /[\u0000-\u0020!"#$%&'()*+,/:;<=>?@[\\\]^_`{|}~\u007f]/;

/**
 * Normalises a host name: trimmed, lower case, one trailing dot dropped, IDN to A-labels.
 * Accepts DNS names of two or more LDH labels; refuses ports, schemes, IP literals and wildcards with a reason.
 */
export function parseHostname(text: string): HostnameResult {
  const name = parseDnsName(text);
  return name.ok && !name.host.includes('.') ? refuse('it has a single label') : name;
}

/** Does the same for names of one or more labels, such as a machine's name on a private network. */
export function parseDnsName(text: string): HostnameResult {
  const trimmed = text.trim();
  if (trimmed === '') return refuse('it is empty');
  if (isTooLong(trimmed)) return refuse('it is longer than 253 characters');
  const bad = forbidden.exec(trimmed);
  if (bad) return refuse(`it has the character ${JSON.stringify(bad[0])}`);
  if (!trimmed.isWellFormed()) return refuse('it is not valid Unicode');

  const ascii = domainToAscii(trimmed);
  if (ascii === '') return refuse('it is not a valid internationalised name');
  const host = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  if (host.length > maxHostLength) return refuse('it is longer than 253 characters');

  const labels = host.split('.');
  for (const label of labels) {
    if (label === '') return refuse('it has an empty label');
    if (label.length > 63) return refuse('it has a label longer than 63 characters');
    if (!ldhLabel.test(label))
      return refuse(`its label ${JSON.stringify(label)} is not letters, digits and inner hyphens`);
  }
  if (numericLabel.test(labels.at(-1) ?? '')) return refuse('it is an IP address');
  return { ok: true, host };
}

/** Before IDN mapping, whose time grows with the square of the length, and which makes 18 letters of one such as U+FDFA. */
function isTooLong(name: string): boolean {
  return name.length > 4 * maxHostLength || Array.from(name.normalize('NFKC')).length > maxHostLength + 1;
}

/**
 * Answers the A-labels of a name, or an empty text when it is none, by the options of WHATWG URL ("domain to ASCII").
 * Node's own answers change with its version: `xn--a.example` is a name in Node 24, and none in 22.
 */
export function domainToAscii(name: string): string {
  if (isAscii(name) && !/(?:^|\.)xn--/i.test(name)) return name.toLowerCase();
  return toASCII(name, { checkBidi: true, checkJoiners: true }) ?? '';
}

function refuse(reason: string): HostnameResult {
  return { ok: false, reason };
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
