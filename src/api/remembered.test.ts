import { expect, test } from 'vitest';
import { Remembered } from './remembered.ts';

function setUp() {
  const revision = { newestSeen: 1 };
  const kept = new Map([['a', 'A']]);
  let looked = 0;
  let meanwhile = () => {};
  const remembered = new Remembered<string>(async (sha256) => {
    looked += 1;
    const found = kept.get(sha256);
    meanwhile();
    return found;
  }, revision);
  const during = (event: () => void) => {
    meanwhile = event;
  };
  return { revision, kept, remembered, during, looked: () => looked };
}

test('asks once as long as the revision stands', async () => {
  const { remembered, looked, revision, kept } = setUp();
  expect(remembered.has('a')).toBe(false);
  expect([await remembered.find('a'), await remembered.find('a')]).toEqual(['A', 'A']);
  expect(looked()).toBe(1);
  expect(remembered.has('a')).toBe(true);
  kept.clear();
  revision.newestSeen = 2;
  expect(remembered.has('a')).toBe(false);
  expect(await remembered.find('a')).toBeUndefined();
});

test('does not remember that something is not there', async () => {
  const { remembered, kept } = setUp();
  expect(await remembered.find('b')).toBeUndefined();
  kept.set('b', 'B');
  expect(await remembered.find('b')).toBe('B');
});

test('does not keep what was revoked while it was looked up', async () => {
  const seen = setUp();
  seen.during(() => {
    seen.revision.newestSeen += 1;
  });
  await seen.remembered.find('a');
  expect(seen.remembered.has('a')).toBe(false);
  const told = setUp();
  told.during(() => told.remembered.forget());
  await told.remembered.find('a');
  expect(told.remembered.has('a')).toBe(false);
});
