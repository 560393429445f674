/** Puts the test process's own clock on the day of its data, before its first test file. */
import { inject } from 'vitest';
import { shiftDate } from './test-day.ts';

declare global {
  // oxlint-disable-next-line no-var -- a global's declaration can't be anything else
  var isOnTestDay: boolean | undefined;
}

if (!globalThis.isOnTestDay) shiftDate(inject('demo').clockOffsetMs);
globalThis.isOnTestDay = true;
