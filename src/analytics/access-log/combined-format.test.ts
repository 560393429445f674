import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { noDetails } from '../ingest/request-record.ts';
import { combinedParser } from './combined-format.ts';
import { LoggedDurations } from './durations.ts';

const domainUuid = '0192f1c0-0000-7000-8000-000000000001';
const durations = new LoggedDurations(undefined);
const parse = combinedParser({ domainUuid, useForwardedFor: false, durations });
const time = '[10/Oct/2024:13:55:36 +0200]';
const startedAtMs = Date.UTC(2024, 9, 10, 11, 55, 36);
const plain = {
  ...noDetails,
  httpVersion: '1.1',
  domainUuid,
  host: '',
  startedAtMs,
  durationUs: 0,
  bytesIn: 0,
  bytesOut: 2326,
  status: 200,
  method: 'GET',
  path: '/a',
  clientAddress: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (X11)',
};

test.each([
  [
    'combined',
    `192.0.2.7 - frank ${time} "GET /a?b=c HTTP/1.1" 200 2326 "https://r.example/" "Mozilla/5.0 (X11)"`,
    { referrer: 'https://r.example' },
  ],
  [
    'a tagged link',
    `192.0.2.7 - - ${time} "GET /a?utm_source=letter HTTP/1.1" 200 2326 "-" "Mozilla/5.0 (X11)"`,
    { campaignSource: 'letter' },
  ],
  ['common', `192.0.2.7 - - ${time} "GET /a HTTP/1.0" 200 2326`, { userAgent: '', httpVersion: '1.0' }],
  [
    'vhost_combined',
    `Shop.Example.com:443 192.0.2.7 - - ${time} "GET /a HTTP/2.0" 200 2326 "-" "Mozilla/5.0 (X11)"`,
    { host: 'Shop.Example.com:443', httpVersion: '2' },
  ],
  [
    'with X-Forwarded-For behind, unasked',
    `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 200 2326 "-" "Mozilla/5.0 (X11)" "198.51.100.1"`,
    {},
  ],
  [
    'with other fields behind',
    `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 200 2326 "-" "Mozilla/5.0 (X11)" 0.123 "x"`,
    {},
  ],
  ['HTTP/0.9', `192.0.2.7 - - ${time} "GET /a" 200 2326`, { userAgent: '', httpVersion: '' }],
  [
    'IPv6',
    `2001:db8::7 - - ${time} "GET /a HTTP/1.1" 200 2326`,
    { clientAddress: '2001:db8::7', userAgent: '' },
  ],
  [
    'a host name',
    `gate.example - - ${time} "GET /a HTTP/1.1" 200 2326`,
    { clientAddress: '', userAgent: '' },
  ],
  ['a Unix socket', `unix: - - ${time} "GET /a HTTP/1.1" 200 2326`, { clientAddress: '', userAgent: '' }],
  ['no size', `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 304 -`, { status: 304, bytesOut: 0, userAgent: '' }],
  ['status 999', `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 999 2326`, { status: 999, userAgent: '' }],
  [
    'a user with brackets and spaces',
    `192.0.2.7 - a [b] c ${time} "GET /a HTTP/1.1" 200 2326`,
    { userAgent: '' },
  ],
  [
    'a user agent that is not sent',
    `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 200 2326 "-" "-"`,
    { userAgent: '' },
  ],
  [
    'escaped quotes',
    `192.0.2.7 - - ${time} "GET /a\\"b HTTP/1.1" 200 2326 "x\\"y" "A \\"quoted\\" \\\\ \\x22agent\\x22"`,
    { path: '/a"b', userAgent: 'A "quoted" \\ "agent"' },
  ],
  [
    'bytes escaped and plain',
    `192.0.2.7 - - ${time} "GET /\\xC3\\xA4/\xc3\xa4 HTTP/1.1" 200 2326`,
    { path: '/\xc3\xa4/\xc3\xa4', userAgent: '' },
  ],
  [
    'spaces in the path',
    `192.0.2.7 - - ${time} "GET /a b HTTP/1.1" 200 2326`,
    { path: '/a b', userAgent: '' },
  ],
  [
    'absolute form',
    `192.0.2.7 - - ${time} "GET http://h.example?x HTTP/1.1" 200 2326`,
    { host: 'h.example', path: '/', userAgent: '' },
  ],
  [
    'absolute form with user information, behind a virtual host',
    `shop.example.com:80 192.0.2.7 - - ${time} "GET https://me:pass@H.example:8443/a?x HTTP/1.1" 200 2326`,
    { host: 'H.example:8443', userAgent: '' },
  ],
  ...[
    ['a virtual host without a port', 'shop.example.com 192.0.2.7', 'shop.example.com', '192.0.2.7'],
    ['a virtual host before an IPv6 address', 'localhost 2001:db8::7', 'localhost', '2001:db8::7'],
    ['a virtual host that is an address', '203.0.113.1 192.0.2.7', '203.0.113.1', '192.0.2.7'],
    ['a virtual host that is an IPv6 address', '[2001:db8::1] 192.0.2.7', '[2001:db8::1]', '192.0.2.7'],
    ['a virtual host before the name of a machine', 'shop.example.com gate.example', 'shop.example.com', ''],
    ['a virtual host before a Unix socket', 'shop.example.com unix:', 'shop.example.com', ''],
    ['no virtual host where others have one', '- 192.0.2.7', '', '192.0.2.7'],
  ].map(([name = '', front, host, clientAddress]): [string, string, object] => [
    name,
    `${front} - - ${time} "GET /a HTTP/1.1" 200 2326`,
    { host, clientAddress, userAgent: '' },
  ]),
  [
    'OPTIONS *',
    `192.0.2.7 - - ${time} "OPTIONS * HTTP/1.1" 200 2326`,
    { method: 'OPTIONS', path: '*', userAgent: '' },
  ],
])('reads %s', (_name, line, differences) => {
  expect(parse(line)).toEqual({ ...plain, ...differences });
});

test.each([
  ['format_unknown', ''],
  ['format_unknown', 'hello world'],
  ['format_unknown', '{"status":200}'],
  ['format_unknown', `192.0.2.7 - - ${time} "GET /a HTTP/1.1`],
  ['format_unknown', `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 200`],
  ['format_unknown', `192.0.2.7 - - ${time} "GET /a\\" 200 12`],
  ['time_invalid', '192.0.2.7 - - [31/Feb/2024:13:55:36 +0200] "GET /a HTTP/1.1" 200 2326'],
  ['time_invalid', '192.0.2.7 - - [10/Oct/2024:13:55:36] "GET /a HTTP/1.1" 200 2326'],
  ['time_invalid', '192.0.2.7 - - [10/Okt/2024:13:55:36 +0200] "GET /a HTTP/1.1" 200 2326'],
  ['time_invalid', '192.0.2.7 - - [10/Oct/0024:13:55:36 +0200] "GET /a HTTP/1.1" 200 2326'],
  ['request_missing', `192.0.2.7 - - ${time} "-" 400 0`],
  ['request_missing', `192.0.2.7 - - ${time} "" 400 0`],
  ['request_malformed', `192.0.2.7 - - ${time} "\\x16\\x03\\x01\\x02\\x00\\x01" 400 157`],
  ['request_malformed', `192.0.2.7 - - ${time} "CONNECT h.example:443 HTTP/1.1" 400 157`],
  ['request_malformed', `192.0.2.7 - - ${time} "G(T / HTTP/1.1" 400 157`],
  ['status_invalid', `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 000 0`],
  ['status_invalid', `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 2000 0`],
  ['status_invalid', `192.0.2.7 - - ${time} "GET /a HTTP/1.1" - 0`],
  ['number_invalid', `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 200 -5`],
  ['number_invalid', `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 200 99999999999999999999`],
])('refuses as %s: %s', (reason, line) => {
  expect(parse(line)).toBe(reason);
});

test.each([
  ['203.0.113.5, 198.51.100.1', '198.51.100.1'],
  ['198.51.100.1:4711', '198.51.100.1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['-', '192.0.2.7'],
  ['unknown', '192.0.2.7'],
])('takes the last address of X-Forwarded-For %s when asked to', (field, clientAddress) => {
  const line = `192.0.2.7 - - ${time} "GET /a HTTP/1.1" 200 2326 "-" "Mozilla/5.0 (X11)" "${field}"`;
  expect(combinedParser({ domainUuid, useForwardedFor: true, durations })(line)).toEqual({
    ...plain,
    clientAddress,
  });
});

/** As Apache and nginx escape what they put between quotes. */
function escaped(text: string, isNginx: boolean): string {
  return text.replace(/["\\\0-\x1f\x7f-\xff]/g, (byte) => {
    if (!isNginx && (byte === '"' || byte === '\\')) return `\\${byte}`;
    return `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
  });
}

test('reads back what a server has written', () => {
  const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const bytes = fc.array(byte, { maxLength: 40 }).map((list) => list.join(''));
  const path = bytes.map((text) => `/${text.replace(/[?\n]/g, '')}`);
  const request = fc.record({
    ms: fc.integer({ min: 0, max: 4_102_444_799 }).map((seconds) => seconds * 1000),
    zone: fc.integer({ min: -12 * 60, max: 14 * 60 }),
    method: fc.constantFrom('GET', 'POST', 'PROPFIND', 'M-SEARCH'),
    path,
    query: fc.option(bytes),
    status: fc.integer({ min: 100, max: 999 }),
    size: fc.nat(),
    user: fc.constantFrom('-', 'frank', 'a "b" [c] d'),
    referrer: bytes,
    userAgent: bytes.filter((text) => text !== '-'),
    client: fc.ipV4(),
    isNginx: fc.boolean(),
  });
  fc.assert(
    fc.property(request, (one) => {
      const target = one.query === null ? one.path : `${one.path}?${one.query}`;
      const line = `${one.client} - ${one.user} [${commonLogTime(one.ms, one.zone)}] "${escaped(`${one.method} ${target} HTTP/1.1`, one.isNginx)}" ${one.status} ${one.size} "${escaped(one.referrer, one.isNginx)}" "${escaped(one.userAgent, one.isNginx)}"`;
      expect(parse(line)).toMatchObject({
        domainUuid,
        host: '',
        startedAtMs: one.ms,
        durationUs: 0,
        bytesIn: 0,
        bytesOut: one.size,
        status: one.status,
        method: one.method,
        path: one.path,
        clientAddress: one.client,
        userAgent: one.userAgent,
      });
    }),
    { numRuns: runs(500) },
  );
});

function commonLogTime(epochMs: number, zoneMinutes: number): string {
  const local = new Date(epochMs + zoneMinutes * 60_000);
  const [, day = '', month = '', year = '', clock = ''] =
    /^\w+, (\d\d) (\w+) (\d{4}) ([\d:]+) GMT$/.exec(local.toUTCString()) ?? [];
  const size = Math.abs(zoneMinutes);
  const zone = `${zoneMinutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(size % 60)}`;
  return `${day}/${month}/${year}:${clock} ${zone}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
