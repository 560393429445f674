/** Lengths of time, in milliseconds. */

export const secondMs = 1_000;
export const minuteMs = 60_000;
export const hourMs: number = 60 * minuteMs;
/** A day of UTC, which has no leap seconds here. */
export const dayMs: number = 24 * hourMs;

/** 2100-01-01: a later time means a wrong clock, and soon exceeds the analytics store's date types. */
export const endOfTimeMs: number = Date.UTC(2100, 0, 1);

export const shortMonths: readonly string[] = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];
