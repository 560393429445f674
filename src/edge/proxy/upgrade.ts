/**
 * Which protocols a connection may be switched to.
 * Source: RFC 9110 section 7.8, RFC 9113 section 3.1 (no HTTP/2 by Upgrade), RFC 2817 (TLS by Upgrade).
 */
import type { RequestHead } from '../http1/request-head.ts';
import { allOf, hasOption, listOf } from './request-fields.ts';

/** HTTP and TLS under another name: none of the rules for requests could be enforced any more. */
const refusedProtocols: ReadonlySet<string> = new Set(['h2', 'h2c', 'http', 'tls']);

/** The protocols that the client asks to switch to and that are passed on; '' when there are none. */
export function upgradeOf(head: RequestHead): string {
  if (!hasOption(head, 'upgrade') || head.minorVersion === 0 || head.method !== 'GET') return '';
  if (head.contentLength > 0 || head.isChunked) return '';
  return passedProtocols(allOf(head, 'upgrade'));
}

/** Of the value of an Upgrade field, the protocols that may be passed on. */
export function passedProtocols(value: string): string {
  return listOf(value).filter(isPassed).join(', ');
}

function isPassed(protocol: string): boolean {
  return protocol !== '' && !refusedProtocols.has(protocol.replace(/[/\s].*$/, '').toLowerCase());
}

/** Whether every one of `chosen` is among the `asked`, both values of Upgrade fields; false for none. */
export function isSwitchAsked(chosen: string, asked: string): boolean {
  const known = new Set(listOf(asked.toLowerCase()));
  return asked !== '' && listOf(chosen.toLowerCase()).every((protocol) => known.has(protocol));
}
