/** Retry-After fields. */
import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 4, 4, 9, 30);

test.each([
  ['0', 0],
  ['120', 120_000],
  ['Mon, 04 May 2026 09:30:30 GMT', 30_000],
  ['Mon, 04 May 2026 09:29:30 GMT', 0],
  ['soon', undefined],
  ['-1x', undefined],
  ['', undefined],
  [null, undefined],
])('%s asks for %s', (value, expected) => {
  expect(parseRetryAfter(value, now)).toBe(expected);
});
