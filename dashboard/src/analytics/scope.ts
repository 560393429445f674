/** The scope of a page's numbers: days in a time zone, plus filters. */
import { use, useMemo } from 'react';
import type { Area, Filter } from '../filters/filter.ts';
import { useFilters } from '../filters/use-filters.ts';
import { type DateRange, useDateRange } from './range.ts';
import { TimeZoneContext } from './today.ts';

/** `from` and `to` are days, both included, or instants, the second excluded. */
export type Scope = DateRange & {
  readonly filters: readonly Filter[];
  /** IANA name; days begin at its midnight. */
  readonly timeZone: string;
};

/** A placeholder for disabled queries. */
export const noScope: Scope = { from: '', to: '', filters: [], timeZone: 'UTC' };

/** Whether the fixed reports cover a scope; everything else goes to the query API. */
export function isPlain(scope: Scope): boolean {
  return scope.filters.length === 0 && scope.timeZone === 'UTC' && !isLive(scope);
}

/** Whether a scope has instants instead of days. */
export function isLive({ from }: Scope): boolean {
  return from.includes('T');
}

/** The page's scope, and the scope of its comparison period. */
export function useScope(area: Area): { readonly scope: Scope; readonly previous: Scope | undefined } {
  const { range, previous } = useDateRange();
  const { filters } = useFilters(area);
  const timeZone = use(TimeZoneContext);
  return useMemo(
    () => ({
      scope: { ...range, filters, timeZone },
      previous: previous && { ...previous, filters, timeZone },
    }),
    [range, previous, filters, timeZone],
  );
}
