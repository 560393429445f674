import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

const minute = 60_000;

function limitAt(time: number, limit = 2) {
  const clock = { time, now: () => clock.time };
  return { clock, rateLimit: new RateLimit(limit, clock) };
}

test('counts each caller on its own down to nothing', () => {
  const { rateLimit } = limitAt(10 * minute + 15_500);
  expect(rateLimit.take('a')).toEqual({
    allowed: true,
    limit: 2,
    remaining: 1,
    resetAtSeconds: 660,
    retryAfterSeconds: 45,
  });
  expect(rateLimit.take('a')).toMatchObject({ allowed: true, remaining: 0 });
  expect(rateLimit.take('a')).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 45 });
  expect(rateLimit.take('b')).toMatchObject({ allowed: true, remaining: 1 });
});

test('gives a full allowance again with the next minute', () => {
  const { clock, rateLimit } = limitAt(10 * minute + 59_999);
  for (let i = 0; i < 3; i++) rateLimit.take('a');
  expect(rateLimit.take('a')).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
  clock.time += 1;
  expect(rateLimit.take('a')).toMatchObject({ allowed: true, remaining: 1, resetAtSeconds: 720 });
});

test('does not lock callers out when the clock is set back', () => {
  const { clock, rateLimit } = limitAt(1000 * minute);
  for (let i = 0; i < 3; i++) rateLimit.take('a');
  clock.time -= 500 * minute;
  expect(rateLimit.take('a')).toMatchObject({ allowed: true, resetAtSeconds: 501 * 60 });
});
