/**
 * Turns field lines as HTTP/1.1 writes them into what HTTP/2 sends.
 * Source: RFC 9113 sections 8.2 and 8.3.2.
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

/** `lines`: field lines, each ending in CR LF, latin1. A field that comes several times keeps all its values. */
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
  else if (!singleFields.has(name))
    fields[name] = Array.isArray(before) ? [...before, value] : [before, value];
}

/** Node refuses to send any of these twice; the first is kept, as most clients of HTTP/1.1 do. */
const singleFields: ReadonlySet<string> = new Set(
  (
    'access-control-allow-credentials access-control-max-age access-control-request-method age authorization ' +
    'content-encoding content-language content-length content-location content-md5 content-range content-type date dnt ' +
    'etag expires from host if-match if-modified-since if-none-match if-range if-unmodified-since last-modified ' +
    'location max-forwards proxy-authorization range referer retry-after tk upgrade-insecure-requests user-agent ' +
    'x-content-type-options'
  ).split(' '),
);

/** Takes the status line off a head. */
export function afterStatusLine(head: string): string {
  return head.slice(head.indexOf('\r\n') + 2);
}
