import { expect, test } from 'vitest';
import type { ExchangeRecord } from './http1/exchange.ts';
import { Tracer } from './tracer.ts';

const refused: ExchangeRecord = {
  head: null,
  refusal: 'host_missing',
  status: 400,
  bytesIn: 0,
  bytesOut: 0,
  startedAtMs: 1_760_000_000_000,
  durationMs: 1.5,
  peerAddress: '192.0.2.1',
  clientAddress: '192.0.2.1',
  domainUuid: '',
  redirectUuid: '',
  siteUuid: '',
  rule: '',
  location: '',
  failure: '',
  tlsVersion: '',
  scheme: 'http',
  isHttp2: false,
  requestId: '',
  upstream: '',
  upstreamLocation: '',
  cache: '',
  cacheAgeSeconds: 0,
  pageLoad: '',
  referrerPaths: false,
  answerId: '019aab24-7c3d-7c1e-9f60-8a1b2c3d4e5f',
  upstreamMs: -1,
  trace: undefined,
};

test('a request that was refused before its head was read is traced, and an address is in no span', () => {
  const tracer = new Tracer(1);
  tracer.record(refused);
  const { spans = [] } = tracer.flush() ?? {};
  expect(spans).toMatchObject([
    { name: 'HTTP', kind: 'server', durationMs: 1.5, attributes: { 'error.type': 'host_missing' } },
  ]);
  expect(JSON.stringify(spans)).not.toContain('192.0.2.1');
  expect(tracer.flush()).toBeUndefined();
});

test('one that was to be proxied was decided on before: it is not tried again', () => {
  const tracer = new Tracer(1);
  tracer.record({ ...refused, requestId: 'r-1' });
  expect(tracer.flush()).toBeUndefined();
});

test('what is beyond a thousand spans is dropped and counted', () => {
  const tracer = new Tracer(1);
  for (let count = 0; count < 1_003; count++) tracer.record(refused);
  const flushed = tracer.flush();
  expect([flushed?.spans.length, flushed?.dropped]).toEqual([1_000, 3]);
  tracer.record(refused);
  expect(tracer.flush()?.dropped).toBe(0);
});
