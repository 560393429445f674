/** How often numbers are asked for again. */
import { dayIn } from './today.ts';

/** A range that today belongs to, while the page is in sight. */
const refreshMs = 60_000;
/** Days that are over change only by pageviews that arrive late. */
const settledMs = 5 * 60_000;

/** Options for `useQuery`, by the last day of a range. */
export function freshness(
  to: string | undefined,
  timeZone: string,
): { readonly staleTime: number } | { readonly refetchInterval: number } {
  const isOver = to !== undefined && to < dayIn(timeZone, Date.now());
  return isOver ? { staleTime: settledMs } : { refetchInterval: refreshMs };
}
