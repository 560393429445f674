/** Queries over the clicks of a redirect. Source: docs/reference/query.md ("Clicks of a redirect"). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../../client/src/openapi.ts';
import { percentageOf } from '../../../../../src/core/percentage.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { RankedRow } from '../../../lists/ranked-rows.ts';
import { recentDays } from '../recent-days.ts';

type ClickQuery = components['schemas']['ClickQuery'];
type Dimension = NonNullable<ClickQuery['dimensions']>[number];

/** How many days, today included. */
export type Days = 7 | 30 | 90;
export type ClickFilter = readonly [operation: 'is', dimension: Dimension, values: readonly string[]];
export type ClickScope = {
  readonly redirectUuid: string;
  readonly days: Days;
  readonly filters: readonly ClickFilter[];
};

/** Rows of a list. */
const mostRows = 8;

function ask(
  { redirectUuid, days, filters }: ClickScope,
  query: Omit<ClickQuery, 'date_range' | 'filters'>,
  signal: AbortSignal,
) {
  return bodyOf(
    api.POST('/api/v1/analytics/redirects/{uuid}/query', {
      params: { path: { uuid: redirectUuid } },
      body: {
        ...query,
        date_range: recentDays(days),
        // The schema's lists are mutable ones.
        filters: filters.map(([operation, dimension, values]) => [operation, dimension, [...values]]),
      },
      signal,
    }),
  );
}

const freshly = { placeholderData: keepPreviousData, refetchInterval: 60_000 };

export type ClickTotals = { readonly clicks: number; readonly visitors: number };

export function clickTotalsQuery(scope: ClickScope) {
  return queryOptions({
    queryKey: ['clicks', scope, 'totals'],
    queryFn: async ({ signal }): Promise<ClickTotals> => {
      const { results } = await ask(scope, { metrics: ['requests', 'visitors'] }, signal);
      const [clicks = 0, visitors = 0] = results[0]?.metrics ?? [];
      return { clicks: Number(clicks), visitors: Number(visitors) };
    },
    ...freshly,
  });
}

/** A row for each value of a dimension, those with most clicks first; shares are of all clicks. */
export function clickRowsQuery(scope: ClickScope, dimension: Dimension, all: number | undefined) {
  return queryOptions({
    queryKey: ['clicks', scope, dimension],
    queryFn: async ({ signal }) => {
      const { results } = await ask(
        scope,
        {
          metrics: ['requests', 'visitors'],
          dimensions: [dimension],
          pagination: { limit: mostRows },
        },
        signal,
      );
      return results.map(({ dimensions: [value = ''], metrics: [count, visitors] }) => ({
        value,
        count: Number(count),
        visitors: Number(visitors),
      }));
    },
    select: (rows): RankedRow[] =>
      rows.map(({ value, count, visitors }) => ({
        id: value,
        label: value,
        count,
        percentage: percentageOf(count, all ?? count),
        beside: visitors,
      })),
    ...freshly,
  });
}
