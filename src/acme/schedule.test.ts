import { describe, expect, it } from 'vitest';
import { placeOf, renewalTime } from '../core/renewal-time.ts';
import { retryDelay, suggestedTime } from './schedule.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

describe('a certificate is renewed', () => {
  it('when a third of its lifetime is left, or somewhat earlier', () => {
    expect(renewalTime(0, 90 * dayMs, 0)).toBe(60 * dayMs);
    expect(renewalTime(0, 90 * dayMs, 1)).toBe(55.5 * dayMs);
    expect(renewalTime(1_000, 1_000 + 10 * dayMs, 0)).toBe(1_000 + Math.floor((20 * dayMs) / 3));
  });

  it('when half of a lifetime of under ten days is left, whatever is suggested', () => {
    expect(renewalTime(1_000, 1_000 + 6 * dayMs, 0)).toBe(1_000 + 3 * dayMs);
    expect(renewalTime(0, 6 * dayMs, 1)).toBe(Math.floor(2.7 * dayMs));
    const life = { notBefore: 1_000, expiresAt: 1_000 + 6 * dayMs };
    expect(suggestedTime({ start: 2 * dayMs, end: 3 * dayMs }, life, 0.5)).toBe(2.5 * dayMs);
    for (const start of [3 * dayMs, 5 * dayMs, 3_650 * dayMs])
      expect(suggestedTime({ start, end: start + dayMs }, life, 0.5)).toBe(1_000 + 3 * dayMs);
  });

  it('at a place of its own in that span, and in the one that the authority suggests', () => {
    expect(placeOf('00:00:00:00:FF')).toBe(0);
    expect(placeOf('80:00:00:00:FF')).toBe(0.5);
    expect(placeOf('FF:FF:FF:FF:00')).toBeLessThan(1);
    const life = { notBefore: 0, expiresAt: 90 * dayMs };
    expect(suggestedTime({ start: 10 * dayMs, end: 12 * dayMs }, life, 0.5)).toBe(11 * dayMs);
  });

  it('before a tenth of its lifetime is left, whatever is suggested', () => {
    const life = { notBefore: 0, expiresAt: 90 * dayMs };
    expect(suggestedTime({ start: 89 * dayMs, end: 100 * dayMs }, life, 0)).toBe(81 * dayMs);
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
