import { expect, test } from 'vitest';
import { RevisionCache } from './revision-cache.ts';

function setUp() {
  const revision = { newestSeen: 1 };
  const kept = new Map([['a', 'A']]);
  let looked = 0;
  let meanwhile = () => {};
  const cache = new RevisionCache<string>(async (sha256) => {
    looked += 1;
    const found = kept.get(sha256);
    meanwhile();
    return found;
  }, revision);
  const during = (event: () => void) => {
    meanwhile = event;
  };
  return { revision, kept, cache, during, looked: () => looked };
}

test('asks once as long as the revision stands', async () => {
  const { cache, looked, revision, kept } = setUp();
  expect(cache.has('a')).toBe(false);
  expect([await cache.find('a'), await cache.find('a')]).toEqual(['A', 'A']);
  expect(looked()).toBe(1);
  expect(cache.has('a')).toBe(true);
  kept.clear();
  revision.newestSeen = 2;
  expect(cache.has('a')).toBe(false);
  expect(await cache.find('a')).toBeUndefined();
});

test('does not remember that something is not there', async () => {
  const { cache, kept } = setUp();
  expect(await cache.find('b')).toBeUndefined();
  kept.set('b', 'B');
  expect(await cache.find('b')).toBe('B');
});

test('does not keep what was revoked while it was looked up', async () => {
  const seen = setUp();
  seen.during(() => {
    seen.revision.newestSeen += 1;
  });
  await seen.cache.find('a');
  expect(seen.cache.has('a')).toBe(false);
  const told = setUp();
  told.during(() => told.cache.clear());
  await told.cache.find('a');
  expect(told.cache.has('a')).toBe(false);
});
