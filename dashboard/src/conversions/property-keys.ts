/** The keys of events' properties. Source: docs/reference/web-analytics.md (`event_properties`). */
import { reportQuery } from '../analytics/report-query.ts';
import type { Scope } from '../analytics/scope.ts';

/** More keys than anyone would choose from. */
const mostKeys = 1000;

/** Those of the scope's days, regardless of its filters, the most frequent first. */
export function propertyKeysQuery(domainUuid: string, { from, to }: Scope) {
  return {
    ...reportQuery(domainUuid, 'event_properties', { from, to, limit: mostKeys }),
    select: ({ data }: { readonly data: readonly { readonly name: string }[] }) =>
      data.map(({ name }) => name),
  };
}
