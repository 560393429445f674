import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { withRetry } from './with-retry.ts';

const limited = (retryAfterSeconds?: number) =>
  new ApiError(429, 'rate_limited', 'too many', { retryAfterSeconds });
const away = new ApiError(0, 'unreachable', 'away');

/** Fails with each error in turn, then answers; notes the pauses. */
function setUp(...errors: readonly Error[]) {
  const waits: number[] = [];
  const left = [...errors];
  let asked = 0;
  return {
    waits,
    asked: () => asked,
    request: async () => {
      asked += 1;
      const error = left.shift();
      if (error) throw error;
      return 'done';
    },
    sleep: async (ms: number) => {
      waits.push(ms);
    },
  };
}

test('waits as long as the API says, as often as it says', async () => {
  const { request, sleep, waits } = setUp(
    limited(12),
    limited(3),
    limited(1),
    limited(1),
    limited(1),
    limited(1),
  );
  expect(await withRetry(request, { sleep })).toBe('done');
  expect(waits).toEqual([12_000, 3000, 1000, 1000, 1000, 1000]);
});

test('tries again what may pass, ever more slowly, and tells', async () => {
  const { request, sleep, waits } = setUp(away, new ApiError(503, 'unavailable', 'away'), away);
  const told: number[] = [];
  expect(await withRetry(request, { sleep, onWait: (seconds) => told.push(seconds) })).toBe('done');
  expect(waits).toEqual([1000, 2000, 4000]);
  expect(told).toEqual([1, 2, 4]);
});

test('gives up in the end', async () => {
  const { request, sleep, asked } = setUp(away, away, away, away, away);
  await expect(withRetry(request, { sleep })).rejects.toBe(away);
  expect(asked()).toBe(4);
});

test('does not repeat what was refused', async () => {
  const taken = new ApiError(400, 'source_host_taken', 'taken');
  const { request, sleep, asked } = setUp(taken);
  await expect(withRetry(request, { sleep })).rejects.toBe(taken);
  expect(asked()).toBe(1);
});

test('a pause ends when it is stopped', async () => {
  const stop = new AbortController();
  const { request, asked } = setUp(limited(60));
  const running = withRetry(request, { signal: stop.signal, onWait: () => stop.abort(new Error('stopped')) });
  await expect(running).rejects.toThrow('stopped');
  expect(asked()).toBe(1);
});

test('asks for nothing once it was stopped', async () => {
  const { request, asked } = setUp();
  await expect(withRetry(request, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
    'stopped',
  );
  expect(asked()).toBe(0);
});
