/** Queries visitors, events and revenue by goal or by the values of a property. Source: docs/reference/query.md. */
import { useQuery } from '@tanstack/react-query';
import { type Query, queryOptions } from '../analytics/query.ts';
import type { Scope } from '../analytics/scope.ts';
import { noValue, type PropertyDimension } from '../filters/filter.ts';
import { type Conversion, conversionsOf } from './conversions.ts';

type Conversions = {
  /** By visitors, descending; undefined while they load. */
  readonly rows: readonly Conversion[] | undefined;
  readonly hasRevenue: boolean;
  /** The rows are of another scope while this one's load. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** `filters` are added to the scope's. A second query is made only if there are several currencies. */
export function useConversions(
  domainUuid: string,
  scope: Scope,
  dimension: 'event:goal' | PropertyDimension,
  filters: NonNullable<Query['filters']> = [],
): Conversions {
  const all = useQuery(
    queryOptions(
      domainUuid,
      scope,
      {
        metrics: ['visitors', 'events', 'conversion_rate', 'total_revenue'],
        dimensions: [dimension],
        filters,
      },
      (answer) => answer,
    ),
  );
  const currencies = all.data?.meta.currencies ?? [];
  const split = useQuery({
    ...queryOptions(
      domainUuid,
      scope,
      {
        metrics: ['total_revenue'],
        dimensions: [dimension, 'event:currency'],
        filters: [...filters, ['is_not', 'event:currency', [noValue]]],
      },
      (answer) => answer,
    ),
    enabled: currencies.length > 1,
  });
  const failed = [all, split].find(({ error }) => error !== null);
  return {
    rows: all.data && conversionsOf(all.data, split.data),
    hasRevenue: currencies.length > 0,
    isStale: all.isPlaceholderData,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
