/** Lengths of time, in milliseconds. */

export const secondMs = 1_000;
export const minuteMs = 60_000;
export const hourMs: number = 60 * minuteMs;
/** A day of UTC, which has no leap seconds here. */
export const dayMs: number = 24 * hourMs;
