/** Finds the start of "all time", on demand: the first month with a pageview or a request. */
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { Pending } from '../ui/pending.tsx';
import { addDays, lastOfMonth, oldestDay } from './presets.ts';
import { FirstDayContext } from './range.ts';
import { type ReportParams, reportQuery } from './report-query.ts';
import { TimeZoneContext, useToday } from './today.ts';

type Search = { readonly isWanted: boolean; readonly failure: unknown; readonly retry: () => void };

const SearchContext = createContext<Search>({ isWanted: false, failure: null, retry: () => {} });

export function FirstDayProvider({
  domainUuid,
  children,
}: {
  readonly domainUuid: string;
  readonly children: ReactNode;
}) {
  const [search] = useSearchParams();
  const today = useToday();
  const isWanted = search.get('period') === 'all';
  const months = useFirsts(domainUuid, isWanted, { from: oldestDay(today), to: today, frequency: 'month' });
  const month = months.first;
  // The month's days, to begin with the very day.
  const days = useFirsts(domainUuid, month !== undefined, {
    from: month ?? today,
    to: lastOfMonth(month ?? today),
    frequency: 'day',
  });
  const timeZone = use(TimeZoneContext);
  const first = months.isKnown && month === undefined ? today : days.isKnown ? days.first : undefined;
  // Reports use UTC days; in another time zone the first pageview may fall on the day before.
  const firstDay = first === undefined || timeZone === 'UTC' ? first : addDays(first, -1);
  const failure = months.error ?? days.error;
  const [retryMonths, retryDays] = [months.retry, days.retry];
  const found = useMemo<Search>(
    () => ({
      isWanted,
      failure,
      retry: () => {
        retryMonths();
        retryDays();
      },
    }),
    [isWanted, failure, retryMonths, retryDays],
  );
  return (
    <SearchContext value={found}>
      <FirstDayContext value={firstDay}>{children}</FirstDayContext>
    </SearchContext>
  );
}

/** Shows what is below once the days are known. */
export function FirstDayGate({ children }: { readonly children: ReactNode }) {
  const { isWanted, failure, retry } = use(SearchContext);
  const firstDay = use(FirstDayContext);
  if (!isWanted || firstDay !== undefined) return children;
  return <Pending error={failure} onRetry={retry} lines={8} label="Looking for the first day" />;
}

/** The first bucket of a range with a pageview or a request; undefined when there is none. */
function useFirsts(domainUuid: string, isWanted: boolean, params: ReportParams<'pageviews_by_date'>) {
  const seldom = { enabled: isWanted, refetchInterval: false, staleTime: Number.POSITIVE_INFINITY } as const;
  const pageviews = useQuery({ ...reportQuery(domainUuid, 'pageviews_by_date', params), ...seldom });
  const requests = useQuery({ ...reportQuery(domainUuid, 'request_counts_by_date', params), ...seldom });
  const [retryPageviews, retryRequests] = [pageviews.refetch, requests.refetch];
  return {
    isKnown: isWanted && pageviews.data !== undefined && requests.data !== undefined,
    first: firstOf(pageviews.data?.data ?? {}, requests.data?.data ?? {}),
    error: pageviews.error ?? requests.error,
    retry: useCallback(
      () => void Promise.all([retryPageviews(), retryRequests()]),
      [retryPageviews, retryRequests],
    ),
  };
}

function firstOf(...series: readonly Readonly<Record<string, number>>[]): string | undefined {
  return series
    .flatMap((data) => Object.entries(data).find(([, value]) => value > 0)?.[0] ?? [])
    .toSorted()
    .at(0);
}
