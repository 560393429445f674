import { expect, test } from 'vitest';
import { noDetails } from '../ingest/request-record.ts';
import { caddyJsonParser } from './caddy-json-format.ts';
import { LoggedDurations } from './durations.ts';
import { nginxJsonParser } from './nginx-json-format.ts';

const domainUuid = '0192f1c0-0000-7000-8000-000000000001';
const options = { domainUuid, useForwardedFor: false, durations: new LoggedDurations(undefined) };
const nginx = nginxJsonParser(options);
const caddy = caddyJsonParser(options);

const nginxEntry = {
  time_iso8601: '2024-10-10T13:55:36+02:00',
  remote_addr: '192.0.2.7',
  request: 'GET /a?b=c HTTP/1.1',
  status: '200',
  body_bytes_sent: '2326',
  request_length: '512',
  request_time: '0.250',
  http_user_agent: 'curl/8.5.0',
  host: 'shop.example.com',
};
const nginxRequest = {
  ...noDetails,
  httpVersion: '1.1',
  domainUuid,
  host: 'shop.example.com',
  // Written when the answer was sent, a quarter of a second after the request.
  startedAtMs: Date.UTC(2024, 9, 10, 11, 55, 35, 750),
  durationUs: 250_000,
  bytesIn: 512,
  bytesOut: 2326,
  status: 200,
  method: 'GET',
  path: '/a',
  clientAddress: '192.0.2.7',
  userAgent: 'curl/8.5.0',
};

/** What differs from the entry, `undefined` to leave it out. */
function nginxLine(differences: Record<string, unknown>): string {
  return JSON.stringify({ ...nginxEntry, ...differences });
}

test.each([
  ['the documented form', {}, {}],
  ['numbers as numbers', { status: 200, body_bytes_sent: 2326, request_time: 0.25, request_length: 512 }, {}],
  ['the size with the head, when both are there', { bytes_sent: 3000 }, { bytesOut: 3000 }],
  ['msec', { msec: '1728561336.500' }, { startedAtMs: Date.UTC(2024, 9, 10, 11, 55, 36, 250) }],
  ['time_local', { time_iso8601: undefined, time_local: '10/Oct/2024:13:55:36 +0200' }, {}],
  ['a time in milliseconds', { time_iso8601: undefined, '@timestamp': 1_728_561_336_000 }, {}],
  [
    'method and target apart',
    { request: undefined, request_method: 'PUT', request_uri: '/z?q' },
    { method: 'PUT', path: '/z', httpVersion: '' },
  ],
  ['uri and method', { request: undefined, method: 'GET', uri: '/a' }, { httpVersion: '' }],
  [
    'what is not there',
    {
      request_time: undefined,
      request_length: undefined,
      body_bytes_sent: undefined,
      http_user_agent: undefined,
      host: undefined,
      remote_addr: undefined,
    },
    {
      durationUs: 0,
      bytesIn: 0,
      bytesOut: 0,
      userAgent: '',
      host: '',
      clientAddress: '',
      startedAtMs: Date.UTC(2024, 9, 10, 11, 55, 36),
    },
  ],
  [
    'a dash for nothing',
    { http_user_agent: '-', request_time: '-' },
    { userAgent: '', durationUs: 0, startedAtMs: Date.UTC(2024, 9, 10, 11, 55, 36) },
  ],
  [
    'what more it may say',
    {
      http_referer: 'https://www.google.com/search?q=x',
      request: 'GET /a?ref=hn HTTP/2.0',
      ssl_protocol: 'TLSv1.3',
      upstream_header_time: '0.012',
    },
    {
      referrer: 'https://www.google.com',
      referrerPath: '/search',
      campaignSource: 'hn',
      httpVersion: '2',
      tlsVersion: 'TLSv1.3',
      upstreamUs: 12_000,
    },
  ],
  [
    'the protocol apart, and two attempts at upstreams',
    {
      request: undefined,
      request_method: 'GET',
      request_uri: '/a',
      server_protocol: 'HTTP/1.0',
      upstream_response_time: '0.1, 0.2',
    },
    { httpVersion: '1.0' },
  ],
  [
    'the host of an absolute form first',
    { request: 'GET http://b.example/a HTTP/1.1' },
    { host: 'b.example' },
  ],
  ['a virtual host', { host: undefined, vhost: 'b.example' }, { host: 'b.example' }],
  ['a duration with its unit', { request_time: undefined, duration: '250ms' }, {}],
  ['an escaped quote', { http_user_agent: 'a "b"' }, { userAgent: 'a "b"' }],
  ['X-Forwarded-For, unasked', { http_x_forwarded_for: '198.51.100.1' }, {}],
])('reads of nginx: %s', (_name, differences, expected) => {
  expect(nginx(nginxLine(differences))).toEqual({ ...nginxRequest, ...expected });
});

test('reads bytes of nginx that are no UTF-8, and texts that JSON has escaped', () => {
  const line =
    '{"time_iso8601":"2024-10-10T13:55:36Z","status":200,"request":"GET /\xff\xc3\xa4\\u20ac HTTP/1.1"}';
  expect(nginx(line)).toMatchObject({ path: '/\xff\xc3\xa4\xe2\x82\xac' });
});

test.each([
  ['GET /a?q=\\x22a\\x22 HTTP/1.1', 'with \\x22quotes\\x22', { path: '/a', userAgent: 'with "quotes"' }],
  ['GET /back\\x5Cslash HTTP/1.1', 'latin \\xE9', { path: '/back\\slash', userAgent: 'latin \xe9' }],
  ['GET /a HTTP/1.1', 'utf-8 \\xC3\\xA9 \\x1b', { path: '/a', userAgent: 'utf-8 \xc3\xa9 \x1b' }],
])("reads nginx's own escapes: %s", (request, userAgent, expected) => {
  const line = nginxLine({ request: 'REQUEST', http_user_agent: 'AGENT' });
  expect(nginx(line.replace('REQUEST', () => request).replace('AGENT', () => userAgent))).toEqual({
    ...nginxRequest,
    ...expected,
  });
});

test('an escape of JSON is not one of nginx, and other escapes stay unknown', () => {
  expect(nginx(nginxLine({ http_user_agent: 'a \\x41' }))).toMatchObject({ userAgent: 'a \\x41' });
  expect(nginx(nginxLine({ http_user_agent: 'AGENT' }).replace('AGENT', 'a \\xZZ'))).toBe('format_unknown');
});

test('the last member of X-Forwarded-For that is not empty counts', () => {
  const parse = nginxJsonParser({ ...options, useForwardedFor: true });
  expect(parse(nginxLine({ http_x_forwarded_for: '6.6.6.6, 192.0.2.9, , ' }))).toMatchObject({
    clientAddress: '192.0.2.9',
  });
});

test('takes X-Forwarded-For when asked to', () => {
  const parse = nginxJsonParser({ ...options, useForwardedFor: true });
  const line = nginxLine({ http_x_forwarded_for: '203.0.113.5, 198.51.100.1' });
  expect(parse(line)).toEqual({ ...nginxRequest, clientAddress: '198.51.100.1' });
  expect(parse(nginxLine({}))).toEqual(nginxRequest);
});

test.each([
  ['format_unknown', 'GET / HTTP/1.1'],
  ['format_unknown', '{"a":1}'],
  ['format_unknown', '{"status":200'],
  ['format_unknown', '[{"status":200}]'],
  ['format_unknown', '{}'],
  ['time_invalid', nginxLine({ time_iso8601: '2024-10-10T13:55:36' })],
  ['time_invalid', nginxLine({ time_iso8601: '2024-02-30T13:55:36Z' })],
  ['time_invalid', nginxLine({ time_iso8601: undefined })],
  ['time_invalid', nginxLine({ msec: -5 })],
  ['time_invalid', nginxLine({ msec: 9e15 })],
  ['request_missing', nginxLine({ request: '' })],
  ['request_missing', nginxLine({ request: '-' })],
  ['request_malformed', nginxLine({ request: '\u0016\u0003\u0001' })],
  ['request_malformed', nginxLine({ request: undefined, uri: '/a' })],
  ['status_invalid', nginxLine({ status: '000' })],
  ['status_invalid', nginxLine({ status: 20.5 })],
  ['number_invalid', nginxLine({ request_time: '-0.5' })],
  ['number_invalid', nginxLine({ body_bytes_sent: 'many' })],
  ['number_invalid', nginxLine({ request_length: -1 })],
  ['number_invalid', nginxLine({ request_length: [5] })],
])('refuses of nginx as %s: %s', (reason, line) => {
  expect(nginx(line)).toBe(reason);
});

const caddyEntry = {
  level: 'info',
  ts: 1728561336.5,
  logger: 'http.log.access.log0',
  msg: 'handled request',
  request: {
    remote_ip: '198.51.100.1',
    remote_port: '41342',
    client_ip: '192.0.2.7',
    proto: 'HTTP/2.0',
    method: 'POST',
    host: 'shop.example.com',
    uri: '/cart?id=5',
    headers: { 'User-Agent': ['curl/8.5.0'], 'X-Forwarded-For': ['203.0.113.5'] },
  },
  bytes_read: 17,
  user_id: '',
  duration: 0.0005,
  size: 10_900,
  status: 201,
  resp_headers: { Server: ['Caddy'] },
};
const caddyRequest = {
  ...noDetails,
  httpVersion: '2',
  domainUuid,
  host: 'shop.example.com',
  startedAtMs: 1_728_561_336_499,
  durationUs: 500,
  bytesIn: 17,
  bytesOut: 10_900,
  status: 201,
  method: 'POST',
  path: '/cart',
  clientAddress: '192.0.2.7',
  userAgent: 'curl/8.5.0',
};

test.each([
  ['the form it writes', {}, {}],
  [
    'what more it may say',
    {
      request: {
        ...caddyEntry.request,
        tls: { version: 772 },
        headers: { ...caddyEntry.request.headers, Referer: ['https://www.google.com/'] },
      },
    },
    { referrer: 'https://www.google.com', tlsVersion: 'TLSv1.3' },
  ],
  ['an ISO time', { ts: '2024-10-10T11:55:36.500Z' }, {}],
  ['a duration as text', { duration: '1.5ms' }, { durationUs: 1500, startedAtMs: 1_728_561_336_498 }],
  [
    'a long duration as text',
    { duration: '1m2.5s' },
    { durationUs: 62_500_000, startedAtMs: 1_728_561_274_000 },
  ],
  ['microseconds as text', { duration: '340µs' }, { durationUs: 340, startedAtMs: 1_728_561_336_500 }],
  ['no User-Agent', { request: { ...caddyEntry.request, headers: {} } }, { userAgent: '' }],
  ['no header fields', { request: { ...caddyEntry.request, headers: undefined } }, { userAgent: '' }],
  [
    'older versions without client_ip',
    { request: { ...caddyEntry.request, client_ip: undefined } },
    { clientAddress: '198.51.100.1' },
  ],
  [
    'oldest versions with remote_addr',
    {
      request: {
        ...caddyEntry.request,
        client_ip: undefined,
        remote_ip: undefined,
        remote_addr: '[2001:db8::7]:4711',
      },
    },
    { clientAddress: '2001:db8::7' },
  ],
])('reads of Caddy: %s', (_name, differences, expected) => {
  expect(caddy(JSON.stringify({ ...caddyEntry, ...differences }))).toEqual({ ...caddyRequest, ...expected });
});

test('reads a duration in µs from a file, which is UTF-8', () => {
  const line = Buffer.from(JSON.stringify({ ...caddyEntry, duration: '340µs' })).toString('latin1');
  expect(caddy(line)).toMatchObject({ durationUs: 340 });
});

test.each([
  ['format_unknown', { msg: 'serving initial configuration', request: undefined, status: undefined }],
  ['format_unknown', { request: 'GET / HTTP/1.1' }],
  ['time_invalid', { ts: '10:55' }],
  ['request_malformed', { request: { ...caddyEntry.request, uri: '' } }],
  ['status_invalid', { status: 0 }],
  ['number_invalid', { duration: 'soon' }],
  ['number_invalid', { duration: '5 parsecs' }],
  ['number_invalid', { size: '-1' }],
])('refuses of Caddy as %s: %j', (reason, differences) => {
  expect(caddy(JSON.stringify({ ...caddyEntry, ...differences }))).toBe(reason);
});
