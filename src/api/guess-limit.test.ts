import { expect, test } from 'vitest';
import { TestClock } from '../../test/support/api-server.ts';
import { memoryInUse } from '../../test/support/garbage.ts';
import { ServiceError } from '../core/errors.ts';
import { codesOf, GuessLimit, guessesAt, guessesFrom } from './guess-limit.ts';

function setUp() {
  const clock = new TestClock();
  const limit = new GuessLimit(clock);
  const begin = (user: string, client: string) => limit.begin(guessesAt(user, client), guessesFrom(client));
  /** Seconds to wait, or 0 for a guess that was let through, and wrong. */
  const guess = (user: string, client: string): number => {
    try {
      begin(user, client);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited', status: 429 });
      return Number(error instanceof ServiceError ? error.fields['retry-after'] : Number.NaN);
    }
  };
  return { clock, limit, begin, guess };
}

test('lets five wrong guesses of a client at a user through, then makes each next one wait twice as long', () => {
  const { clock, guess } = setUp();
  for (let n = 0; n < 5; n += 1) expect(guess('ada', 'mallory')).toBe(0);
  const waits: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const wait = guess('ada', 'mallory');
    waits.push(wait);
    // Asking too early neither helps nor costs anything.
    clock.time += wait * 1000 - 1;
    expect(guess('ada', 'mallory')).toBe(1);
    clock.time += 1;
    expect(guess('ada', 'mallory')).toBe(0);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect(guess('bob', 'other 99')).toBe(0);
});

test('whatever others guess, from however many addresses, the owner does not wait', () => {
  const { begin, guess } = setUp();
  for (let client = 0; client < 200; client += 1)
    for (let n = 0; n < 10; n += 1) guess('ada', `mallory ${client}`);
  expect(guess('ada', 'mallory 7')).toBeGreaterThan(0);
  begin('ada', 'at home').wasRight();
});

test('guesses at a user’s codes count together, wherever they come from', () => {
  const { clock, limit } = setUp();
  for (let n = 0; n < 5; n += 1) limit.begin(codesOf('ada'));
  expect(() => limit.begin(codesOf('ada'))).toThrow('try again in 1 s');
  limit.begin(codesOf('bob'));
  clock.time += 1000;
  limit.begin(codesOf('ada')).wasRight();
  limit.begin(codesOf('ada'));
});

test('limits a client that guesses at many users', () => {
  const { guess } = setUp();
  for (let n = 0; n < 20; n += 1) expect(guess(`user ${n}`, 'mallory')).toBe(0);
  expect(guess('user 99', 'mallory')).toBe(1);
  expect(guess('user 99', 'ada')).toBe(0);
});

test('a right guess forgets the failures of the user, but not those of the client', () => {
  const { begin, guess } = setUp();
  for (let n = 0; n < 19; n += 1) guess(`user ${n}`, 'mallory');
  begin('mallory', 'mallory').wasRight();
  expect(guess('user 98', 'mallory')).toBe(0);
  expect(guess('user 99', 'mallory')).toBe(1);
  for (let n = 0; n < 4; n += 1) guess('ada', 'c');
  begin('ada', 'c').wasRight();
  for (let n = 0; n < 5; n += 1) expect(guess('ada', 'c')).toBe(0);
});

test('counts guesses that are under way, and takes back those that were half right', () => {
  const { begin, guess } = setUp();
  const underWay = Array.from({ length: 5 }, () => begin('ada', 'c'));
  expect(guess('ada', 'c')).toBe(1);
  for (const one of underWay) one.wasHalfRight();
  expect(guess('ada', 'c')).toBe(0);
});

test('a half right guess begins no pause', () => {
  const { clock, begin, guess } = setUp();
  for (let n = 0; n < 5; n += 1) guess('ada', 'c');
  clock.time += 1000;
  begin('ada', 'c').wasHalfRight();
  expect(guess('ada', 'c')).toBe(0);
});

test('forgets after an hour, and waits no longer when the clock is set back', () => {
  const { clock, guess } = setUp();
  for (let n = 0; n < 5; n += 1) guess('ada', 'c');
  clock.time -= 10 * 3_600_000;
  expect(guess('ada', 'c')).toBe(1);
  clock.time += 20 * 3_600_000;
  for (let n = 0; n < 5; n += 1) expect(guess('ada', 'c')).toBe(0);
});

test('keeps a bounded number of entries', () => {
  const { begin } = setUp();
  const before = memoryInUse().heapUsed;
  for (let n = 0; n < 60_000; n += 1) begin(`user ${n}`, `client ${n}`);
  expect(memoryInUse().heapUsed - before).toBeLessThan(64 * 2 ** 20);
  begin('user 0', 'client 0');
});
