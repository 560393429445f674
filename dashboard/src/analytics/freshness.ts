/** How often analytics queries are refetched. */
import { dayIn } from './today.ts';

/** For ranges that include today, while the page is visible. */
const refreshMs = 60_000;
/** Past days change only when pageviews arrive late. */
const settledMs = 5 * 60_000;

/** Options for `useQuery`, by the last day of a range. */
export function freshness(
  to: string | undefined,
  timeZone: string,
): { readonly staleTime: number } | { readonly refetchInterval: number } {
  const isOver = to !== undefined && to < dayIn(timeZone, Date.now());
  return isOver ? { staleTime: settledMs } : { refetchInterval: refreshMs };
}
