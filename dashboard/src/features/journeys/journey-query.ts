/** Asks which pages visits see before or after a page, an event or a goal. Source: docs/reference/journeys.md. */
import type { components } from '../../../../client/src/openapi.ts';
import { freshness } from '../../analytics/freshness.ts';
import { whileSame } from '../../analytics/query.ts';
import type { Scope } from '../../analytics/scope.ts';
import { api, bodyOf } from '../../api/client.ts';
import { wireStep } from '../funnels/funnel-steps.ts';
import type { Asked } from './journey-address.ts';

export type Journeys = components['schemas']['JourneyAnswer'];

export const stepCount = 3;
const pagesPerStep = 10;

/** Options for `useQuery`. The previous answer stays while days and filters change. */
export function journeysQuery(domainUuid: string, scope: Scope, { anchor, direction }: Asked) {
  const about = ['reports', domainUuid, 'query', 'journeys', JSON.stringify({ anchor, direction })] as const;
  const { from, to, filters, timeZone } = scope;
  return {
    queryKey: [...about, scope] as readonly unknown[],
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Journeys> =>
      bodyOf(
        api.POST('/api/v1/analytics/custom_domains/{uuid}/journeys', {
          params: { path: { uuid: domainUuid } },
          body: {
            date_range: [from, to],
            timezone: timeZone,
            filters: filters.map(([operation, dimension, values]) => [operation, dimension, values]),
            anchor: wireStep(anchor),
            direction,
            steps: stepCount,
            limit: pagesPerStep,
          },
          signal,
        }),
      ),
    placeholderData: whileSame<Journeys>(about),
    ...freshness(to, timeZone),
  };
}
