import { expect, test } from 'vitest';
import { Exchange, type ExchangeChannel } from '../http1/exchange.ts';
import { RequestHead, RequestHeadParser } from '../http1/request-head.ts';
import { combinedLine, jsonLine } from './access-line.ts';

const context = { clientAddress: '198.51.100.7', requestId: '', traceId: '' };

function exchangeOf(head: RequestHead | null): Exchange {
  // Nothing is answered here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const channel = {} as ExchangeChannel;
  const exchange = new Exchange(head, '192.0.2.1', Date.UTC(2024, 9, 10, 13, 55, 36), 0, 70, channel);
  exchange.status = 200;
  exchange.bytesOut = 2326;
  exchange.durationMs = 12.3456;
  return exchange;
}

function exchangeFor(target: string, fields: string): Exchange {
  const head = new RequestHeadParser().parse(`GET ${target} HTTP/1.1\r\nHost: a.example\r\n${fields}\r\n`, 0);
  if (!(head instanceof RequestHead)) throw new Error(`refused: ${head}`);
  return exchangeOf(head);
}

const usual = 'Referer: https://r.example/\r\nUser-Agent: Mozilla/5.0\r\n';

test('a line in combined format has what Apache and nginx write', () => {
  expect(combinedLine(exchangeFor('/a?b', usual), context)).toBe(
    '198.51.100.7 - - [10/Oct/2024:13:55:36 +0000] "GET /a?b HTTP/1.1" 200 2326 "https://r.example/" "Mozilla/5.0"\n',
  );
});

test('a JSON line has what there is, and nothing that is missing', () => {
  const exchange = exchangeFor('/a?b', usual);
  exchange.upstreamMs = 3;
  exchange.scheme = 'https';
  exchange.isHttp2 = true;
  expect(JSON.parse(jsonLine(exchange, { ...context, requestId: 'r-1', traceId: 'a'.repeat(32) }))).toEqual({
    log: 'access',
    time_iso8601: '2024-10-10T13:55:36.012+00:00',
    remote_addr: '198.51.100.7',
    scheme: 'https',
    host: 'a.example',
    request_method: 'GET',
    request_uri: '/a?b',
    server_protocol: 'HTTP/2.0',
    status: 200,
    request_length: 70,
    bytes_sent: 2326,
    request_time: 0.012346,
    upstream_header_time: 0.003,
    http_referer: 'https://r.example/',
    http_user_agent: 'Mozilla/5.0',
    request_id: 'r-1',
    answer_id: exchange.answerId,
    trace_id: 'a'.repeat(32),
  });
});

test('a refused request has no request line', () => {
  const exchange = exchangeOf(null);
  exchange.status = 400;
  exchange.refusal = 'host_missing';
  expect(combinedLine(exchange, context)).toContain(' "-" 400 2326 "-" "-"\n');
  const line: Record<string, unknown> = JSON.parse(jsonLine(exchange, context));
  expect(line).toMatchObject({ status: 400, refusal: 'host_missing' });
  expect(line).not.toHaveProperty('request_uri');
});

test('bytes that visitors choose can neither end a line, nor a text, nor reach a terminal', () => {
  const hostile = `User-Agent: a"b\\c\t\x80\x9b31m\xff" 200 1 "forged\r\n`;
  const exchange = exchangeFor('/%0a\xe4"', hostile);
  const combined = combinedLine(exchange, context);
  expect(combined).toMatch(/^[ -~]+\n$/);
  expect(combined).toContain('"GET /%0a\\xE4\\x22 HTTP/1.1"');
  expect(combined).toContain('"a\\x22b\\x5Cc\\x09\\x80\\x9B31m\\xFF\\x22 200 1 \\x22forged"');
  const json = jsonLine(exchange, context);
  expect(json).toMatch(/^[ -~]+\n$/);
  expect(JSON.parse(json)).toMatchObject({
    request_uri: '/%0a\xe4"',
    http_user_agent: 'a"b\\c\t\x80\x9b31m\xff" 200 1 "forged',
  });
});

test('no line is longer than a pipe takes as a whole', () => {
  for (const byte of ['a', '\xff', '"']) {
    const long = byte.repeat(5_000);
    const exchange = exchangeFor(`/${long}`, `Referer: ${long}\r\nUser-Agent: ${long}\r\n`);
    const full = {
      clientAddress: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
      requestId: 'x'.repeat(128),
      traceId: 'a'.repeat(32),
    };
    exchange.refusal = 'expectation_unknown';
    exchange.upstreamMs = 59_999;
    for (const line of [jsonLine(exchange, full), combinedLine(exchange, full)]) {
      expect(line.length).toBeLessThanOrEqual(4_096);
      expect(line).toMatch(/^[ -~]+\n$/);
    }
    expect(JSON.parse(jsonLine(exchange, full))).toMatchObject({ request_id: full.requestId });
  }
});
