/**
 * The last two weeks of a domain's numbers, for lists of domains. Many of them are wanted at once: a few at a time are
 * asked for, so that a long list neither fills the API's queue nor spends the token's requests.
 */
import { queryOptions } from '@tanstack/react-query';
import { formatDay, parseDay } from '../../../src/core/date-range.ts';
import { fetchReport } from '../analytics/report-query.ts';
import { Slots } from './slots.ts';

export const recentDays = 14;

const slots = new Slots(4);
const refreshMs = 5 * 60_000;

/** `today` is a UTC day. Answers the numbers of each day, today's last. */
export function recentQuery(
  domainUuid: string,
  name: 'unique_visitors_by_date' | 'request_counts_by_date',
  today: string,
) {
  const params = {
    from: formatDay((parseDay(today) ?? 0) - recentDays + 1),
    to: today,
    frequency: 'day',
  } as const;
  return queryOptions({
    queryKey: ['reports', domainUuid, name, params, 'recent'],
    queryFn: ({ signal }) =>
      slots.run(async () => {
        const { data } = await fetchReport(domainUuid, name, params, signal);
        return Object.values(data);
      }, signal),
    staleTime: 60_000,
    refetchInterval: refreshMs,
  });
}
