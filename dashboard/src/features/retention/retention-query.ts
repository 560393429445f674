/** Asks how many visitors of each week came back. Source: docs/reference/retention.md. */
import type { components } from '../../../../client/src/openapi.ts';
import { freshness } from '../../analytics/freshness.ts';
import { whileSame } from '../../analytics/query.ts';
import type { Scope } from '../../analytics/scope.ts';
import { api, bodyOf } from '../../api/client.ts';

export type Cohort = components['schemas']['RetentionAnswer']['cohorts'][number];

/** Options for `useQuery`. The previous answer stays while days and filters change. */
export function retentionQuery(domainUuid: string, scope: Scope) {
  const about = ['reports', domainUuid, 'query', 'retention'] as const;
  const { from, to, filters, timeZone } = scope;
  return {
    queryKey: [...about, scope] as readonly unknown[],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Cohort[]> => {
      const { cohorts } = await bodyOf(
        api.POST('/api/v1/analytics/custom_domains/{uuid}/retention', {
          params: { path: { uuid: domainUuid } },
          body: {
            date_range: [from, to],
            timezone: timeZone,
            filters: filters.map(([operation, dimension, values]) => [operation, dimension, values]),
          },
          signal,
        }),
      );
      return cohorts;
    },
    placeholderData: whileSame<readonly Cohort[]>(about),
    ...freshness(to, timeZone),
  };
}
