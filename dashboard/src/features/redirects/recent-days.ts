/** The last days as queries take them. Source: docs/reference/query.md ("Ranges and time zones"). */
import { dayMs } from '../../../../src/core/time.ts';

/** UTC days. Today is one of them: what was changed this morning counts. */
export function recentDays(count: number, nowMs: number = Date.now()): [from: string, to: string] {
  return [dayOf(nowMs - (count - 1) * dayMs), dayOf(nowMs)];
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
