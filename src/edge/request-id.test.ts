import { expect, test } from 'vitest';
import { RequestHead, RequestHeadParser } from './http1/request-head.ts';
import { requestIdOf, traceIdOf } from './request-id.ts';

function headWith(field: string): RequestHead {
  const head = new RequestHeadParser().parse(`GET / HTTP/1.1\r\nHost: a.example\r\n${field}\r\n\r\n`, 0);
  if (!(head instanceof RequestHead)) throw new Error(`refused: ${head}`);
  return head;
}

test('a request id is kept from trusted proxies only, and only where it can stand in a log', () => {
  const head = headWith('x-request-ID: Root=1-67891233-abcdef012345678912345678');
  expect(requestIdOf(head, true)).toBe('Root=1-67891233-abcdef012345678912345678');
  expect(requestIdOf(head, false)).toBe('');
  for (const bad of ['', 'a b', 'a"b', '<b>', 'a,b', 'x'.repeat(129)])
    expect(requestIdOf(headWith(`X-Request-Id: ${bad}`), true)).toBe('');
  expect(requestIdOf(headWith('X-Other: a'), true)).toBe('');
});

const trace = '0af7651916cd43dd8448eb211c80319c';

test.each([
  [`00-${trace}-b7ad6b7169203331-01`, trace],
  [`00-${trace}-b7ad6b7169203331-00`, trace],
  // A later version may have more behind it.
  [`cc-${trace}-b7ad6b7169203331-01-what-comes`, trace],
  [`ff-${trace}-b7ad6b7169203331-01`, ''],
  [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, ''],
  [`00-${trace}-0000000000000000-01`, ''],
  [`00-${trace.toUpperCase()}-b7ad6b7169203331-01`, ''],
  [`00-${trace}-b7ad6b7169203331-01x`, ''],
  [trace, ''],
  ['', ''],
])('the trace of traceparent %j is %j', (value, expected) => {
  expect(traceIdOf(headWith(`Traceparent: ${value}`))).toBe(expected);
});
