import { describe, expect, it } from 'vitest';
import { renewalTime, retryDelay } from './schedule.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

describe('a certificate is renewed', () => {
  it('when a third of its lifetime is left, or somewhat earlier', () => {
    expect(renewalTime(0, 90 * dayMs, 0)).toBe(60 * dayMs);
    expect(renewalTime(0, 90 * dayMs, 1)).toBe(55.5 * dayMs);
    expect(renewalTime(1_000, 1_000 + 6 * dayMs, 0)).toBe(1_000 + 4 * dayMs);
  });
});

describe('a failed attempt is repeated', () => {
  it('after 1, 3, 9 … minutes, at most 6 hours, more or less a tenth', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => retryDelay(failures, 0.5) / minuteMs);
    expect(waits).toEqual([1, 3, 9, 27, 81, 243, 360, 360]);
    expect(retryDelay(1, 0)).toBe(54_000);
    expect(retryDelay(1, 1)).toBe(66_000);
  });

  it('five times in the first hour at most', () => {
    let sum = 0;
    const starts = [0, ...[1, 2, 3, 4, 5, 6].map((failures) => (sum += retryDelay(failures, 0)))];
    expect(starts.filter((at) => at < 60 * minuteMs)).toHaveLength(5);
  });

  it('not before the authority wants to hear of it again', () => {
    expect(retryDelay(1, 0.5, 3 * 86_400_000)).toBe(3 * 86_400_000);
    expect(retryDelay(7, 0.5, 1_000)).toBe(360 * minuteMs);
  });
});
