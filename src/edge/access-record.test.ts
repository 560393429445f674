import { expect, test } from 'vitest';
import { decodeRequestRecord } from '../analytics/ingest/request-codec.ts';
import { noDetails } from '../analytics/ingest/request-record.ts';
import { AccessRecorder } from './access-record.ts';
import { Exchange, type ExchangeChannel } from './http1/exchange.ts';
import { RequestHead, RequestHeadParser } from './http1/request-head.ts';

function recordOf(
  target: string,
  siteUuid: string,
  changes: Partial<Exchange> = {},
  further = '',
  isSigned = (): boolean => true,
): string[] {
  const text = `GET ${target} HTTP/1.1\r\nHost: A.example:8080\r\nUser-Agent: test/1\r\nReferer: https://r.example/secret?q\r\n${further}\r\n`;
  const head = new RequestHeadParser().parse(text, 0);
  if (!(head instanceof RequestHead)) throw new Error(`refused: ${head}`);
  // Nothing is answered here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const exchange = new Exchange(head, '192.0.2.1', 1_700_000_000_000, 0, 70, {} as ExchangeChannel);
  exchange.siteUuid = siteUuid;
  exchange.clientAddress = '198.51.100.7';
  exchange.status = 200;
  exchange.bytesOut = 100;
  exchange.durationMs = 1.2346;
  Object.assign(exchange, changes);
  const lines: string[] = [];
  new AccessRecorder({ append: (line) => lines.push(line) }, isSigned).record(exchange);
  return lines;
}

const uuid = '0197aaaa-0000-7000-8000-000000000001';

test('a request for a custom domain is recorded', () => {
  const [line = ''] = recordOf('/a?secret=1', uuid);
  expect(line.endsWith('\n')).toBe(true);
  expect(decodeRequestRecord(line.trimEnd())).toEqual({
    domainUuid: uuid,
    startedAtMs: 1_700_000_000_000,
    durationUs: 1_235,
    bytesIn: 70,
    bytesOut: 100,
    status: 200,
    method: 'GET',
    path: '/a',
    clientAddress: '198.51.100.7',
    userAgent: 'test/1',
    ...noDetails,
    host: 'a.example',
    httpVersion: '1.1',
    referrer: 'https://r.example',
    requestId: expect.stringMatching(/^018bcfe5-6800-7/),
  });
  expect(line).not.toContain('secret');
});

test('so is what answered it, and why it failed', () => {
  const redirectUuid = '0197aaaa-0000-7000-8000-0000000000f1';
  const [line = ''] = recordOf('/a?utm_source=letter&secret=1', redirectUuid, {
    redirectUuid,
    rule: 'Old "shop"',
    location: 'https://dest.example/\xe9?secret=1#x',
    failure: 'rate_limited',
    upstreamMs: 1.5,
    upstream: '[2001:db8::1]:443',
    upstreamLocation: '/login?secret=1',
    cache: 'hit',
    cacheAgeSeconds: 60,
    tlsVersion: 'TLSv1.3',
    isHttp2: true,
  });
  expect(decodeRequestRecord(line)).toMatchObject({
    domainUuid: redirectUuid,
    redirectUuid,
    rule: 'Old "shop"',
    target: 'https://dest.example/\xe9',
    failure: 'rate_limited',
    upstreamUs: 1_500,
    upstream: '[2001:db8::1]:443',
    upstreamLocation: '/login',
    cache: 'hit',
    cacheAgeSeconds: 60,
    tlsVersion: 'TLSv1.3',
    httpVersion: '2',
    campaignSource: 'letter',
  });
  expect(line).not.toContain('secret');
});

test.each([
  ['https://dest.example/a#b?c', 'https://dest.example/a'],
  ['https://dest.example/a?b#c', 'https://dest.example/a'],
  ['https://dest.example/a', 'https://dest.example/a'],
  ['', ''],
])('of the Location %j the target is %j', (location, target) => {
  const [line = ''] = recordOf('/', uuid, { location });
  expect(decodeRequestRecord(line)?.target).toBe(target);
});

test('the path of the referrer is recorded where the domain asks for it, its query never', () => {
  const [line = ''] = recordOf('/a', uuid, { referrerPaths: true });
  expect(decodeRequestRecord(line)).toMatchObject({ referrer: 'https://r.example', referrerPath: '/secret' });
  expect(line).not.toContain('q');
});

test('a request that the gate refuses after its head is recorded with the reason', () => {
  const [line = ''] = recordOf('/', uuid, { refusal: 'body_timeout' });
  expect(decodeRequestRecord(line)?.failure).toBe('body_timeout');
});

test('requests of other hosts and of certificate authorities are not', () => {
  expect(recordOf('/a', '')).toEqual([]);
  expect(recordOf('/.well-known/acme-challenge/token', uuid)).toEqual([]);
  expect(recordOf('/.well-known/other', uuid)).toHaveLength(1);
});

test('a signature is recorded when the operator made it, and asked about only where the request names a directory', () => {
  const signed = 'signature-AGENT: "https://bots.example"\r\n';
  const isSigned = (further: string, verdict: boolean) =>
    decodeRequestRecord(recordOf('/a', uuid, {}, further, () => verdict)[0] ?? '')?.isSigned;
  expect([isSigned(signed, true), isSigned(signed, false), isSigned('', true)]).toEqual([true, false, false]);
});
