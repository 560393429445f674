import { expect, test } from 'vitest';
import { followSince, type ListedRequest, mergeRequests } from './merge-requests.ts';

function request(id: string, time: string): ListedRequest {
  const none = {
    host: 'go.example.com',
    method: 'GET',
    path: '/',
    status: 200,
    bytes_in: 1,
    bytes_out: 1,
    duration: 0.001,
    upstream_time: null,
    protocol: null,
    tls_version: null,
    country: null,
    source: null,
    browser: null,
    os: null,
    device: null,
    bot: null,
    bot_class: null,
    datacenter: null,
    rule: null,
    target: null,
    failure: null,
    request_id: null,
    client: 'person' as const,
    upstream: null,
    upstream_location: null,
    cache: null,
    cache_age: null,
    bot_verified: 'none' as const,
  };
  return { ...none, id, time: `2026-11-24T09:30:${time}+00:00` };
}

test('each request is listed once, the newest first, also those that come late', () => {
  const [a, b, c, d] = [
    request('a', '03.000'),
    request('b', '02.000'),
    request('c', '02.000'),
    request('d', '01.000'),
  ];
  expect(mergeRequests([a, d], [c, b, d]).map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd']);
});

test('following asks for the minute before the newest request, and never from later than a minute ago', () => {
  const now = Date.parse('2026-11-24T09:31:00Z');
  expect(followSince(request('a', '03.000'), now)).toBe('2026-11-24T09:29:03.000Z');
  expect(followSince(undefined, now)).toBe('2026-11-24T09:30:00.000Z');
  expect(followSince(request('ahead', '59.000'), now - 30_000)).toBe('2026-11-24T09:29:30.000Z');
});
