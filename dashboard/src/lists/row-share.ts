/** The share of a row as it is shown. */
import { formatShare } from '../format/numbers.ts';
import type { RankedRow } from './ranked-report.ts';

/** The API rounds shares to two decimals, so somebody among a great many has 0; it is still not nobody. */
export function rowShare({ count, percentage }: Pick<RankedRow, 'count' | 'percentage'>): string {
  return formatShare(count > 0 ? Math.max(percentage, 0.001) : percentage);
}
