/** The share of a row as it is shown. */
import { formatFineShare, formatShare } from '../format/numbers.ts';
import type { RankedRow } from './ranked-rows.ts';

type Counted = Pick<RankedRow, 'count' | 'percentage'>;

export function rowShare(row: Counted): string {
  return formatShare(shownPercentage(row));
}

/** The same with more digits for small shares. */
export function fineRowShare(row: Counted): string {
  return formatFineShare(shownPercentage(row));
}

/** A tiny share rounds to 0 but must not look like none. */
function shownPercentage({ count, percentage }: Counted): number {
  return count > 0 ? Math.max(percentage, 0.001) : percentage;
}
