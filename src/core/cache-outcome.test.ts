import { expect, test } from 'vitest';
import { cacheOutcomeOf } from './cache-outcome.ts';

test.each([
  ['ExampleCache; hit', '', 'hit'],
  ['ExampleCache; hit; ttl=376', '', 'hit'],
  ['ExampleCache; hit; ttl=-412', '', 'stale'],
  ['ExampleCache; hit=?0; fwd=miss', '', 'miss'],
  ['ExampleCache; fwd=stale; fwd-status=304', '', 'revalidated'],
  ['ExampleCache; fwd=stale; fwd-status=200; stored', '', 'miss'],
  ['ExampleCache; fwd=uri-miss; collapsed', '', 'miss'],
  ['ExampleCache; fwd=bypass', 'HIT', 'bypass'],
  ['OriginCache; hit; ttl=1100, "CDN Company Here"; fwd=uri-miss', '', 'hit'],
  ['Origin; hit; ttl=30, "CDN"; fwd=uri-miss; ttl=-5', '', 'hit'],
  ['Origin; fwd=uri-miss; ttl=-5, "CDN"; hit; ttl=30', '', 'hit'],
  ['Origin; fwd=stale; fwd-status=200, CDN; fwd=uri-miss; fwd-status=304', '', 'miss'],
  ['Origin; fwd=uri-miss, CDN; fwd=stale; fwd-status=304', '', 'revalidated'],
  ['Origin; fwd=uri-miss; detail="a, b; hit", CDN; fwd=bypass', '', 'miss'],
  ['"a; hit"; fwd=bypass', '', 'bypass'],
  ['ExampleCache; detail=x', 'MISS', 'miss'],
  ['', 'DYNAMIC, Hit from cloudfront', 'hit'],
  ['', 'HIT', 'hit'],
  ['', 'Hit from cloudfront', 'hit'],
  ['', 'RefreshHit from cloudfront', 'revalidated'],
  ['', 'Error from cloudfront', undefined],
  ['', 'TCP_MISS from a.example', 'miss'],
  ['', 'EXPIRED', 'miss'],
  ['', 'UPDATING', 'stale'],
  ['', 'DYNAMIC', 'bypass'],
  ['', '', undefined],
])('Cache-Status %j and a field of its own %j are %s', (status, own, outcome) => {
  expect(cacheOutcomeOf(status, own)).toBe(outcome);
});

test('long fields take no time', () => {
  const start = process.cpuUsage();
  expect(cacheOutcomeOf(`a${'; ttl= '.repeat(10_000)}`, 'x'.repeat(60_000))).toBeUndefined();
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(500);
});
