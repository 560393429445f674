import { expect, test } from 'vitest';
import { RequestHead, RequestHeadParser } from './http1/request-head.ts';
import { newAnswerId, requestIdOf, traceIdOf } from './request-id.ts';

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

test('ids of answers are UUIDs version 7 that begin with the time, and are all different', () => {
  const ids = new Set<string>();
  for (const at of [0, 1, 2 ** 24 - 1, 2 ** 24, 1_795_512_600_125, 2 ** 48 - 1]) {
    for (let count = 0; count < 600; count++) {
      const id = newAnswerId(at);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(at);
      ids.add(id);
    }
  }
  expect(ids.size).toBe(6 * 600);
  // A clock that says nonsense does not break the form.
  for (const at of [-1, 0.5]) expect(newAnswerId(at)).toMatch(/^00000000-0000-7/);
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
