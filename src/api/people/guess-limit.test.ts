import { expect, test } from 'vitest';
import { TestClock } from '../../../test/support/api-server.ts';
import { memoryInUse } from '../../../test/support/garbage.ts';
import { ServiceError } from '../../core/errors.ts';
import { GuessLimit } from './guess-limit.ts';

function setUp() {
  const clock = new TestClock();
  const limit = new GuessLimit(clock);
  /** Seconds to wait, or 0 for a guess that was let through, and wrong. */
  const guess = (user: string, client: string): number => {
    try {
      limit.begin(user, client);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited', status: 429 });
      return Number(error instanceof ServiceError ? error.fields['retry-after'] : Number.NaN);
    }
  };
  return { clock, limit, guess };
}

test('lets five wrong guesses at a user through, then makes each next one wait twice as long', () => {
  const { clock, guess } = setUp();
  for (let n = 0; n < 5; n += 1) expect(guess('ada', `client ${n}`)).toBe(0);
  const waits: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const wait = guess('ada', `other ${n}`);
    waits.push(wait);
    // Asking too early neither helps nor costs anything.
    clock.time += wait * 1000 - 1;
    expect(guess('ada', 'early')).toBe(1);
    clock.time += 1;
    expect(guess('ada', `other ${n}`)).toBe(0);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect(guess('bob', 'other 99')).toBe(0);
});

test('limits a client that guesses at many users', () => {
  const { guess } = setUp();
  for (let n = 0; n < 20; n += 1) expect(guess(`user ${n}`, 'mallory')).toBe(0);
  expect(guess('user 99', 'mallory')).toBe(1);
  expect(guess('user 99', 'ada')).toBe(0);
});

test('a right guess forgets the failures of the user, but not those of the client', () => {
  const { limit, guess } = setUp();
  for (let n = 0; n < 19; n += 1) guess(`user ${n}`, 'mallory');
  limit.begin('mallory', 'mallory').wasRight();
  expect(guess('user 98', 'mallory')).toBe(0);
  expect(guess('user 99', 'mallory')).toBe(1);
  for (let n = 0; n < 4; n += 1) guess('ada', `c${n}`);
  limit.begin('ada', 'c9').wasRight();
  for (let n = 0; n < 5; n += 1) expect(guess('ada', `d${n}`)).toBe(0);
});

test('counts guesses that are under way, and takes back those that were half right', () => {
  const { limit, guess } = setUp();
  const underWay = Array.from({ length: 5 }, (_, n) => limit.begin('ada', `c${n}`));
  expect(guess('ada', 'x')).toBe(1);
  for (const one of underWay) one.wasHalfRight();
  expect(guess('ada', 'x')).toBe(0);
});

test('a half right guess begins no pause', () => {
  const { clock, limit, guess } = setUp();
  for (let n = 0; n < 5; n += 1) guess('ada', `c${n}`);
  clock.time += 1000;
  limit.begin('ada', 'x').wasHalfRight();
  expect(guess('ada', 'x')).toBe(0);
});

test('forgets after an hour, and waits no longer when the clock is set back', () => {
  const { clock, guess } = setUp();
  for (let n = 0; n < 5; n += 1) guess('ada', `c${n}`);
  clock.time -= 10 * 3_600_000;
  expect(guess('ada', 'x')).toBe(1);
  clock.time += 20 * 3_600_000;
  for (let n = 0; n < 5; n += 1) expect(guess('ada', `e${n}`)).toBe(0);
});

test('keeps a bounded number of entries', () => {
  const { limit } = setUp();
  const before = memoryInUse().heapUsed;
  for (let n = 0; n < 60_000; n += 1) limit.begin(`user ${n}`, `client ${n}`);
  expect(memoryInUse().heapUsed - before).toBeLessThan(64 * 2 ** 20);
  limit.begin('user 0', 'client 0');
});
