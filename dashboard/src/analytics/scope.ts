/** What the numbers of a page are about: days in a time zone, under filters. */
import { use, useMemo } from 'react';
import type { Area, Filter } from '../filters/filter.ts';
import { useFilters } from '../filters/use-filters.ts';
import { type DateRange, useDateRange } from './range.ts';
import { TimeZoneContext } from './today.ts';

/** `from` and `to` may be instants too, of which the second is not included. */
export type Scope = DateRange & {
  readonly filters: readonly Filter[];
  /** IANA name; its midnight is where days begin and end. */
  readonly timeZone: string;
};

/** Of what is not asked. */
export const noScope: Scope = { from: '', to: '', filters: [], timeZone: 'UTC' };

/** The fixed reports answer it; all else is asked of the query API. */
export function isPlain(scope: Scope): boolean {
  return scope.filters.length === 0 && scope.timeZone === 'UTC' && !isLive(scope);
}

/** It is of instants, which move on with the time, and not of days. */
export function isLive({ from }: Scope): boolean {
  return from.includes('T');
}

/** The scope of a page, and the same of the period it is compared with. */
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
