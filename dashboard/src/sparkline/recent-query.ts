/**
 * The last two weeks of a domain's numbers, for lists of domains. Many of them are wanted at once: a few at a time are
 * asked for, so that a long list neither fills the API's queue nor spends the token's requests.
 */
import { queryOptions } from '@tanstack/react-query';
import { formatDay, parseDay } from '../../../src/core/date-range.ts';
import { noScope } from '../analytics/scope.ts';
import { fetchSeries } from '../analytics/series-query.ts';
import { Slots } from './slots.ts';

export const recentDays = 14;

const slots = new Slots(4);
const refreshMs = 5 * 60_000;

const metrics = {
  visitors: { queried: ['visitors'] },
  requests: { queried: ['requests'] },
} as const;

/** `today` is a UTC day. Answers the numbers of each day, today's last. */
export function recentQuery(domainUuid: string, what: keyof typeof metrics, today: string) {
  const from = formatDay((parseDay(today) ?? 0) - recentDays + 1);
  return queryOptions({
    queryKey: ['reports', domainUuid, what, today, 'recent'],
    queryFn: ({ signal }) =>
      slots.run(
        async () =>
          Object.values(
            await fetchSeries(domainUuid, metrics[what], { ...noScope, from, to: today }, 'day', signal),
          ),
        signal,
      ),
    staleTime: 60_000,
    refetchInterval: refreshMs,
  });
}
