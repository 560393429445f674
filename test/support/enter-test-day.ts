/** Puts the test file's own clock on the day of its data. */
import { inject } from 'vitest';
import { shiftDate } from './test-day.ts';

shiftDate(inject('demo').clockOffsetMs);
