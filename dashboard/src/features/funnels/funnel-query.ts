/** Asks how many visitors took the steps of a funnel. Source: docs/reference/funnels.md. */

import type { components } from '../../../../client/src/openapi.ts';
import { freshness } from '../../analytics/freshness.ts';
import { whileSame } from '../../analytics/query.ts';
import type { Scope } from '../../analytics/scope.ts';
import { api, bodyOf } from '../../api/client.ts';
import { type Funnel, fewestSteps, type Step } from './funnel-steps.ts';

export type FunnelStep = components['schemas']['FunnelAnswer']['steps'][number];

/** Options for `useQuery`. The previous answer stays while days and filters change. */
export function funnelQuery(domainUuid: string, range: Scope, funnel: Funnel) {
  const about = ['reports', domainUuid, 'query', 'funnel', JSON.stringify(funnel)] as const;
  const { from, to, filters, timeZone } = range;
  return {
    queryKey: [...about, range] as readonly unknown[],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly FunnelStep[]> => {
      const { steps } = await bodyOf(
        api.POST('/api/v1/analytics/custom_domains/{uuid}/funnel', {
          params: { path: { uuid: domainUuid } },
          body: {
            date_range: [from, to],
            timezone: timeZone,
            filters: filters.map(([operation, dimension, values]) => [operation, dimension, values]),
            scope: funnel.scope,
            steps: funnel.steps.map(stepOf),
          },
          signal,
        }),
      );
      return steps;
    },
    enabled: funnel.steps.length >= fewestSteps,
    placeholderData: whileSame<readonly FunnelStep[]>(about),
    ...freshness(to, timeZone),
  };
}

function stepOf({ kind, value }: Step): components['schemas']['Funnel']['steps'][number] {
  switch (kind) {
    case 'goal':
      return { goal: value };
    case 'event':
      return { event: value };
    case 'page':
      return { page: value };
  }
}
