/** Whether a month's figures are final, in words. Source: docs/reference/usage.md ("Closing"). */
import { monthEnd } from '../../../../src/core/month.ts';
import { dayMs } from '../../../../src/core/time.ts';
import { formatDate } from '../../format/dates.ts';
import type { Tone } from '../../ui/badge.tsx';

const daysUntilClosed = 2;

export function monthState(
  month: string,
  isClosed: boolean,
  nowMs: number,
): { readonly tone: Tone; readonly word: string; readonly sentence: string } {
  if (isClosed) return { tone: 'success', word: 'Closed', sentence: 'These figures are final.' };
  const end = monthEnd(month);
  const closesAt = end + daysUntilClosed * dayMs;
  const day = formatDate(new Date(closesAt).toISOString());
  if (nowMs < end)
    return { tone: 'accent', word: 'Still counting', sentence: `The figures so far. Closes on ${day}.` };
  // Closing takes some minutes.
  if (nowMs < closesAt + dayMs / 24)
    return { tone: 'accent', word: 'Not closed yet', sentence: `Late records count until ${day}.` };
  return {
    tone: 'warning',
    word: 'Not closed',
    sentence: 'Counted from what is stored, so these figures may change.',
  };
}

/** The months to choose from, the newest first; an older one if it is `shown`. */
export function monthsToChoose(current: string, shown: string): string[] {
  const months: string[] = [];
  let month = current;
  for (let count = 0; count < 24; count += 1) {
    months.push(month);
    month = previousMonth(month);
  }
  return months.includes(shown) ? months : [...months, shown];
}

export function previousMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}
