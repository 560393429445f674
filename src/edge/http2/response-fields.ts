/**
 * Turns HTTP/1.1 field lines into what Node's HTTP/2 accepts.
 * Source: RFC 9113 sections 8.2 and 8.3.2; RFC 9110 sections 5.3, 8.3 and 8.4.
 */
import type { OutgoingHttpHeaders } from 'node:http2';

/** Concern a connection of HTTP/1 only, or frame its messages. */
const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'te',
]);

/** `lines`: latin1 field lines, each ending in CR LF. A repeated field keeps all its values where Node can send them. */
export function fieldsOf(lines: string): OutgoingHttpHeaders {
  const fields: Record<string, string | string[]> = Object.create(null);
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf('\r\n', at);
    const colon = lines.indexOf(':', at);
    if (end < 0 || colon < 0 || colon > end) break;
    const name = lines.slice(at, colon).toLowerCase();
    if (!connectionFields.has(name)) add(fields, name, lines.slice(colon + 1, end).trim());
    at = end + 2;
  }
  return fields;
}

function add(fields: Record<string, string | string[]>, name: string, value: string): void {
  const before = fields[name];
  if (before === undefined) fields[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else if (!singleFields.has(name)) fields[name] = [before, value];
  else if (listFields.has(name)) fields[name] = `${before}, ${value}`;
  else if (lastFields.has(name)) fields[name] = value;
}

/** Node throws for a second line of these. The first line counts, save for `listFields` and `lastFields`. */
const singleFields: ReadonlySet<string> = new Set(
  (
    'access-control-allow-credentials access-control-max-age access-control-request-method age authorization ' +
    'content-encoding content-language content-length content-location content-md5 content-range content-type date dnt ' +
    'etag expires from host if-match if-modified-since if-none-match if-range if-unmodified-since last-modified ' +
    'location max-forwards proxy-authorization range referer retry-after tk upgrade-insecure-requests user-agent ' +
    'x-content-type-options'
  ).split(' '),
);
/** Lists, whose lines may be joined with commas. Without a content coding the content could not be decoded. */
const listFields: ReadonlySet<string> = new Set(['content-encoding', 'content-language']);
/** Recipients use the last of several (RFC 9110 section 8.3). */
const lastFields: ReadonlySet<string> = new Set(['content-type']);

/** Takes the status line off a head. */
export function afterStatusLine(head: string): string {
  return head.slice(head.indexOf('\r\n') + 2);
}
