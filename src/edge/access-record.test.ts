import { expect, test } from 'vitest';
import { decodeRequestRecord } from '../analytics/ingest/request-codec.ts';
import { AccessRecorder } from './access-record.ts';
import { Exchange, type ExchangeChannel } from './http1/exchange.ts';
import { RequestHead, RequestHeadParser } from './http1/request-head.ts';

function recordOf(target: string, domainUuid: string): string[] {
  const text = `GET ${target} HTTP/1.1\r\nHost: a.example\r\nUser-Agent: test/1\r\n\r\n`;
  const head = new RequestHeadParser().parse(text, 0);
  if (!(head instanceof RequestHead)) throw new Error(`refused: ${head}`);
  // Nothing is answered here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const exchange = new Exchange(head, '192.0.2.1', 1_700_000_000_000, 0, 70, {} as ExchangeChannel);
  exchange.domainUuid = domainUuid;
  exchange.clientAddress = '198.51.100.7';
  exchange.status = 200;
  exchange.bytesOut = 100;
  exchange.durationMs = 1.2346;
  const lines: string[] = [];
  new AccessRecorder({ append: (line) => lines.push(line) }).record(exchange);
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
  });
});

test('requests of other hosts and of certificate authorities are not', () => {
  expect(recordOf('/a', '')).toEqual([]);
  expect(recordOf('/.well-known/acme-challenge/token', uuid)).toEqual([]);
  expect(recordOf('/.well-known/other', uuid)).toHaveLength(1);
});
