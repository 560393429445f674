/** Asks the query API what the fixed reports do not answer. Source: docs/reference/query.md. */
import { api, bodyOf } from '../api/client.ts';
import type { components } from '../api/openapi.ts';
import { freshness } from './freshness.ts';
import type { Scope } from './scope.ts';

type Schemas = components['schemas'];
export type Answer = Schemas['QueryAnswer'];

export type VisitorMetric = Schemas['VisitorQuery']['metrics'][number];
export type RequestMetric = Schemas['RequestQuery']['metrics'][number];
export type Dimension =
  | NonNullable<Schemas['VisitorQuery']['dimensions']>[number]
  | NonNullable<Schemas['RequestQuery']['dimensions']>[number];

/** A query over visitors or, with metrics of requests, over those. */
export type Question = {
  readonly metrics: readonly VisitorMetric[] | readonly RequestMetric[];
  readonly dimensions: readonly Dimension[];
  /** Beside those of the scope. */
  readonly filters?: readonly (readonly [
    operation: string,
    dimension: Dimension,
    values: readonly string[],
  ])[];
};

const requestMetrics: ReadonlySet<string> = new Set<RequestMetric>([
  'requests',
  'bytes_in',
  'bytes_out',
  'response_time',
  'response_time_p50',
  'response_time_p95',
  'response_time_p99',
  'error_rate',
]);

/** Rows as the API orders them: by time, or else by the first metric, most first. At most 10,000. */
export function fetchQuery(
  domainUuid: string,
  { from, to, filters, timeZone }: Scope,
  { metrics, dimensions, filters: further = [] }: Question,
  signal?: AbortSignal,
): Promise<Answer> {
  const [metric = ''] = metrics;
  const path = requestMetrics.has(metric) ? 'requests/query' : 'query';
  // Two routes with vocabularies of their own: that the words of a question are of one is held by its type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const post = api.POST as unknown as (path: string, init: unknown) => Promise<{ data?: Answer }>;
  return bodyOf(
    post(`/api/v1/analytics/custom_domains/{uuid}/${path}`, {
      params: { path: { uuid: domainUuid } },
      body: {
        metrics,
        dimensions,
        date_range: [from, to],
        timezone: timeZone,
        filters: [...filters, ...further],
        include: { time_labels: dimensions[0]?.startsWith('time:') ?? false },
      },
      signal,
    }),
  );
}

/** Options for `useQuery`, whose data is what `read` makes of the answer. What was there stays while the scope changes. */
export function queryOptions<Data>(
  domainUuid: string,
  scope: Scope,
  question: Question,
  read: (answer: Answer) => Data,
) {
  const about = ['reports', domainUuid, 'query', JSON.stringify(question)];
  return {
    queryKey: [...about, scope] as readonly unknown[],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      read(await fetchQuery(domainUuid, scope, question, signal)),
    placeholderData: (
      previous: Data | undefined,
      query: { readonly queryKey: readonly unknown[] } | undefined,
    ) => (about.every((part, index) => query?.queryKey[index] === part) ? previous : undefined),
    ...freshness(scope.to, scope.timeZone),
  };
}
