/**
 * Writes an HTTP/2 request as the equivalent HTTP/1.1 request, so that the same strict parser checks it and
 * everything behind it sees one kind of request.
 * Source: RFC 9113 sections 8.2, 8.3 and 10.3 (intermediary encapsulation attacks), RFC 9110 section 7.2.
 *
 * nghttp2 has checked names, values and pseudo-fields already; what could change meaning as text is checked here
 * all the same.
 */
import { isSameAuthority, parseAuthority } from '../http1/authority.ts';
import type { RefusalReason } from '../http1/refusal.ts';
import { RequestHead, RequestHeadParser } from '../http1/request-head.ts';

/** Mean something for one connection of HTTP/1 only (RFC 9113 section 8.2.2). */
const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
const httpsPort = 443;
const notInLine = /[\r\n\0]/;
const notInStartLine = /[\s\0]/;

/**
 * Makes the head of a request from its fields, `[name, value, …]` in the order they came, latin1; `hasContent`: the
 * stream was not ended with them.
 */
export function readRequest(fields: readonly string[], hasContent: boolean): RequestHead | RefusalReason {
  let method = '';
  let path = '';
  let authority: string | undefined;
  let host: string | undefined;
  let cookies = '';
  let lines = '';
  let isLengthKnown = !hasContent;
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i] ?? '';
    const value = fields[i + 1] ?? '';
    if (notInLine.test(value)) return 'field_value_invalid';
    switch (name) {
      case ':method':
        method = value;
        break;
      case ':path':
        path = value;
        break;
      case ':authority':
        authority = value;
        break;
      case ':scheme':
        if (value !== 'https') return 'target_invalid';
        break;
      case 'host':
        if (host !== undefined) return 'host_repeated';
        host = value;
        break;
      case 'cookie':
        // Cut into pieces for better compression; for HTTP/1.1 they are put together again (RFC 9113 section 8.2.3).
        cookies = cookies === '' ? value : `${cookies}; ${value}`;
        break;
      case 'te':
        // The only value there is; in HTTP/1.1 it concerns the connection.
        if (value.toLowerCase() !== 'trailers') return 'field_value_invalid';
        lines += 'te: trailers\r\nconnection: te\r\n';
        break;
      default:
        if (name.startsWith(':') || connectionFields.has(name)) return 'field_name_invalid';
        if (name === 'content-length') isLengthKnown = true;
        lines += `${name}: ${value}\r\n`;
    }
  }
  if (authority !== undefined && host !== undefined && !isSameText(authority, host))
    return 'target_host_differs';
  const named = authority ?? host;
  if (named === undefined) return 'host_missing';
  if (method === 'CONNECT') return 'method_unsupported';
  if (notInStartLine.test(method)) return 'method_invalid';
  if (path === '' || notInStartLine.test(path)) return 'target_invalid';
  if (!path.startsWith('/') && path !== '*') return 'target_invalid';
  if (cookies !== '') lines += `cookie: ${cookies}\r\n`;
  if (!isLengthKnown) lines += 'transfer-encoding: chunked\r\n';
  const text = `${method} ${path} HTTP/1.1\r\nhost: ${named}\r\n${lines}\r\n`;
  const parser = new RequestHeadParser();
  const head = parser.parse(text, 0);
  if (!(head instanceof RequestHead)) return head ?? 'field_name_invalid';
  // The parser must consume all of the text, or it was not what it seemed.
  return parser.end === text.length ? head : 'field_name_invalid';
}

/** Whether two authorities of one https request say the same (RFC 9113 section 8.3.1). */
function isSameText(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true;
  const [first, second] = [parseAuthority(one), parseAuthority(other)];
  return first !== undefined && second !== undefined && isSameAuthority(first, second, httpsPort);
}

/** Field lines of a trailer section, each ending in CR LF; what cannot be a trailer is left out. */
export function trailerLines(fields: readonly string[]): string {
  let lines = '';
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i] ?? '';
    const value = fields[i + 1] ?? '';
    if (name.startsWith(':') || connectionFields.has(name) || forbiddenTrailers.has(name)) continue;
    if (!notInLine.test(value)) lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

/** They would contradict the message's head (RFC 9110 section 6.5.1). */
const forbiddenTrailers: ReadonlySet<string> = new Set(['host', 'content-length', 'te']);
