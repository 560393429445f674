/** Whether a domain has had any pageview in all the days that can be asked for. */
import { useQuery } from '@tanstack/react-query';
import { oldestDay } from '../../../analytics/presets.ts';
import { reportQuery } from '../../../analytics/report-query.ts';
import { useToday } from '../../../analytics/today.ts';

/** Someone waiting for the first visitor wants to see it soon. */
const waitingMs = 5_000;

/** Undefined while it is not known, and when nobody asks. When it cannot be found out the answer is yes: nothing is hidden then. */
export function useHasEverCounted(domainUuid: string, isWanted: boolean): boolean | undefined {
  const today = useToday();
  const { data, error } = useQuery({
    ...reportQuery(domainUuid, 'total_pageviews_count', { from: oldestDay(today), to: today }),
    enabled: isWanted,
    refetchInterval: (query) => (query.state.data?.count === 0 ? waitingMs : false),
  });
  if (error !== null) return true;
  return data === undefined ? undefined : data.count > 0;
}
