/** Asks how many visitors took the steps of a funnel, now and in the days before. Source: docs/reference/funnels.md. */
import { freshness } from '../../analytics/freshness.ts';
import { whileSame } from '../../analytics/query.ts';
import type { Scope } from '../../analytics/scope.ts';
import { api, bodyOf } from '../../api/client.ts';
import { type Funnel, fewestSteps, wireStep } from './funnel-steps.ts';
import type { SavedFunnel } from './saved-funnels.ts';

type Counts = { readonly visitors: number; readonly rate: number; readonly step_rate: number };
export type FunnelStep = Counts & {
  readonly label: string;
  /** The same step in the days before; undefined where these weren't asked for. */
  readonly comparison?: Counts | undefined;
};

export type FunnelAnswer = {
  readonly steps: readonly FunnelStep[];
  /** By the value that a dimension had at the first step. */
  readonly breakdown: readonly {
    readonly dimensions: readonly string[];
    readonly steps: readonly FunnelStep[];
  }[];
};

type Days = { readonly scope: Scope; readonly previous: Scope | undefined };
type Asked = { readonly signal: AbortSignal };

/** Options for `useQuery`: a funnel that isn't saved. The previous answer stays while days and filters change. */
export function draftQuery(domainUuid: string, { scope, previous }: Days, funnel: Funnel) {
  const about = ['reports', domainUuid, 'query', 'funnel', JSON.stringify(funnel)] as const;
  const ask = async (days: Scope, signal: AbortSignal): Promise<readonly FunnelStep[]> => {
    const { steps } = await bodyOf(
      api.POST('/api/v1/analytics/custom_domains/{uuid}/funnel', {
        params: { path: { uuid: domainUuid } },
        body: { ...rangeOf(days), scope: funnel.scope, steps: funnel.steps.map(wireStep) },
        signal,
      }),
    );
    return steps;
  };
  return {
    queryKey: [...about, scope, previous] as readonly unknown[],
    queryFn: async ({ signal }: Asked): Promise<FunnelAnswer> => {
      const [steps, before] = await Promise.all([
        ask(scope, signal),
        previous === undefined ? undefined : ask(previous, signal),
      ]);
      return {
        steps: steps.map(({ label, visitors, rate, step_rate }, index) => ({
          label,
          visitors,
          rate,
          step_rate,
          comparison: before?.[index],
        })),
        breakdown: [],
      };
    },
    enabled: funnel.steps.length >= fewestSteps,
    placeholderData: whileSame<FunnelAnswer>(about),
    ...freshness(scope.to, scope.timeZone),
  };
}

/** Options for `useQuery`: a saved funnel, also by the values of a dimension unless that is empty. */
export function savedQuery(
  domainUuid: string,
  { scope, previous }: Days,
  { uuid, steps, scope: within }: SavedFunnel,
  dimension: string,
) {
  const about = [
    'reports',
    domainUuid,
    'query',
    'saved-funnel',
    uuid,
    JSON.stringify({ within, steps }),
  ] as const;
  return {
    queryKey: [...about, scope, previous, dimension] as readonly unknown[],
    queryFn: ({ signal }: Asked): Promise<FunnelAnswer> =>
      bodyOf(
        api.POST('/api/v1/analytics/custom_domains/{uuid}/funnels/{funnel_uuid}', {
          params: { path: { uuid: domainUuid, funnel_uuid: uuid } },
          body: {
            ...rangeOf(scope),
            ...(dimension === '' ? {} : { dimension }),
            ...(previous === undefined
              ? {}
              : { include: { comparison: { mode: 'custom', date_range: [previous.from, previous.to] } } }),
          },
          signal,
        }),
      ),
    placeholderData: whileSame<FunnelAnswer>(about),
    ...freshness(scope.to, scope.timeZone),
  };
}

function rangeOf({ from, to, filters, timeZone }: Scope) {
  return {
    date_range: [from, to],
    timezone: timeZone,
    filters: filters.map(([operation, about, values]) => [operation, about, values]),
  };
}
