import { describe, expect, it } from 'vitest';
import { BodyPace } from './body-pace.ts';

/** Sends `bytes` every `everyMs` until the body is late or an hour has passed; answers after how many seconds, and why. */
function lateAfter(
  pace: BodyPace,
  bytes: number,
  everyMs: number,
  start = 0,
): [seconds: number, reason: string] {
  for (let tick = start; tick < 3_600_000; tick += everyMs) {
    if (pace.deadlineTick <= tick) return [pace.deadlineTick / 1000, pace.reason];
    pace.received(bytes, tick);
  }
  return [Number.POSITIVE_INFINITY, ''];
}

const on = [Number.POSITIVE_INFINITY, ''];

describe('BodyPace', () => {
  it('gives a client below the rate its grace', () => {
    const [seconds, reason] = lateAfter(new BodyPace(500, 0), 1, 14_000);
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThan(20.1);
    expect(reason).toBe('body_too_slow');
    expect(lateAfter(new BodyPace(500, 0), 400, 1_000)[1]).toBe('body_too_slow');
  });

  it('lets a client at the rate go on, whatever the size of its packets', () => {
    expect(lateAfter(new BodyPace(500, 0), 500, 1_000)).toEqual(on);
    expect(lateAfter(new BodyPace(500, 0), 1, 2)).toEqual(on);
    expect(lateAfter(new BodyPace(500, 0), 7_500, 15_000)).toEqual(on);
  });

  it('lets what was sent fast buy no more than a minute', () => {
    const pace = new BodyPace(500, 0);
    pace.received(1e9, 1_000);
    expect(pace.deadlineTick).toBe(61_000);
    const [seconds, reason] = lateAfter(pace, 1, 14_000, 14_000);
    expect(seconds).toBeLessThan(62);
    expect(reason).toBe('body_too_slow');
  });

  it('does not count the time in which the edge did not read', () => {
    const pace = new BodyPace(500, 0);
    pace.received(1, 10_000);
    pace.pause(10_000);
    expect(pace.deadlineTick).toBe(Number.POSITIVE_INFINITY);
    pace.pause(300_000);
    pace.resume(600_000);
    expect(pace.deadlineTick).toBeCloseTo(610_002, 0);
    pace.resume(605_000);
    expect(pace.deadlineTick).toBeCloseTo(610_002, 0);
  });

  it('knows silence from slowness, and only silence without a rate', () => {
    const fast = new BodyPace(500, 0);
    fast.received(1e6, 0);
    expect([fast.deadlineTick, fast.reason]).toEqual([60_000, 'body_timeout']);
    expect(lateAfter(new BodyPace(0, 0), 1, 59_000)).toEqual(on);
    expect(lateAfter(new BodyPace(0, 0), 1, 61_000)).toEqual([60, 'body_timeout']);
  });
});
