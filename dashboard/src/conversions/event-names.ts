/** The names of a domain's custom events. */
import { queryOptions } from '../analytics/query.ts';
import type { Scope } from '../analytics/scope.ts';
import { noValue, propertyDimension } from '../filters/filter.ts';

/** Those sent in the scope's days, with `property` if it is given, the most frequent first. Ignores the scope's filters. */
export function eventNamesQuery(domainUuid: string, scope: Scope, property?: string) {
  return queryOptions(
    domainUuid,
    { ...scope, filters: [] },
    {
      metrics: ['events'],
      dimensions: ['event:name'],
      filters: [
        ['is_not', 'event:name', ['pageview']],
        ...(property === undefined ? [] : [['is_not', propertyDimension(property), [noValue]] as const]),
      ],
    },
    ({ results }) => results.map(({ dimensions: [name = ''] }) => name),
  );
}
