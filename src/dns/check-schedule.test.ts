import { describe, expect, it } from 'vitest';
import { delayAfter } from './check-schedule.ts';

const minutes = (delayMs: number) => delayMs / 60_000;

describe('delayAfter', () => {
  it('doubles from a minute to six hours while records are not found', () => {
    const delays = [1, 2, 3, 4, 8, 9, 10, 11, 5000].map((failures) =>
      minutes(delayAfter('not_found', failures, 0.5)),
    );
    expect(delays).toEqual([1, 2, 4, 8, 128, 256, 360, 360, 360]);
  });

  it('is at most ten minutes while DNS fails', () => {
    const delays = [1, 2, 4, 5, 20].map((failures) => minutes(delayAfter('undecided', failures, 0.5)));
    expect(delays).toEqual([1, 2, 8, 10, 10]);
  });

  it('is a day once records are found', () => {
    expect(minutes(delayAfter('found', 0, 0.5))).toBe(24 * 60);
  });

  it('spreads by a twentieth', () => {
    expect([0, 1].map((random) => minutes(delayAfter('found', 0, random)))).toEqual([24 * 57, 24 * 63]);
  });
});
