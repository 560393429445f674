/** Client of the query API, where the numbers of all pages come from. Source: docs/reference/query.md. */

import type { components } from '../../../client/src/openapi.ts';
import { api, bodyOf } from '../api/client.ts';
import { freshness } from './freshness.ts';
import type { DateRange } from './range.ts';
import type { Scope } from './scope.ts';

type Schemas = components['schemas'];
export type Answer = Pick<Schemas['QueryAnswer'], 'results' | 'meta'>;

export type VisitorMetric = Schemas['VisitorQuery']['metrics'][number];
export type RequestMetric = Schemas['RequestQuery']['metrics'][number];
export type Dimension =
  | Schemas['VisitorDimension']
  | `event:props:${string}`
  | NonNullable<Schemas['RequestQuery']['dimensions']>[number];

/** A query over visitors, or over requests if its metrics are. */
export type Query = {
  readonly metrics: readonly VisitorMetric[] | readonly RequestMetric[];
  readonly dimensions: readonly Dimension[];
  /** Added to the scope's filters. */
  readonly filters?: readonly (readonly [
    operation: string,
    dimension: Dimension,
    values: readonly string[],
  ])[];
  /** One more metric, by which the rows aren't ordered. What was shown before stays until it is there. */
  readonly beside?: VisitorMetric | RequestMetric | undefined;
};

/** With the days before, each row of the answer has its earlier values, and rows that are gone come last. */
export type ComparedScope = Scope & { readonly before?: DateRange | undefined };

/** Of requests' metrics that come first in a query here. */
const ofRequests = /^(?:requests|bytes_|response_time|error_rate|page_loads)/;

/** Runs a query. Rows come in the API's order: by time, or else by the first metric, descending; at most 10,000. */
export function fetchQuery(
  domainUuid: string,
  { from, to, filters, timeZone, before }: ComparedScope,
  { metrics, dimensions, filters: further = [], beside }: Query,
  signal?: AbortSignal,
): Promise<Answer> {
  const [metric = ''] = metrics;
  const path = ofRequests.test(metric) ? 'requests/query' : 'query';
  // The two routes have different vocabularies; the type of the query keeps them apart.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const post = api.POST as unknown as (path: string, init: unknown) => Promise<{ data?: Answer }>;
  return bodyOf(
    post(`/api/v1/analytics/custom_domains/{uuid}/${path}`, {
      params: { path: { uuid: domainUuid } },
      body: {
        metrics: beside === undefined ? metrics : [...metrics, beside],
        dimensions,
        date_range: [from, to],
        timezone: timeZone,
        filters: [...filters, ...further],
        include: {
          time_labels: dimensions[0]?.startsWith('time:') ?? false,
          ...(before && {
            comparison: { mode: 'custom', date_range: [before.from, before.to], lost_rows: true },
          }),
        },
      },
      signal,
    }),
  );
}

/** As `placeholderData`: keeps the previous data while only what follows `about` in the key changes. */
export function whileSame<Data>(about: readonly unknown[]) {
  return (
    previous: Data | undefined,
    before: { readonly queryKey: readonly unknown[] } | undefined,
  ): Data | undefined =>
    about.every((part, index) => before?.queryKey[index] === part) ? previous : undefined;
}

/** Options for `useQuery`; `read` turns the response into data. The previous data stays while the scope changes. */
export function queryOptions<Data>(
  domainUuid: string,
  scope: ComparedScope,
  query: Query,
  read: (answer: Answer) => Data,
) {
  const { beside, ...asked } = query;
  const about = ['reports', domainUuid, 'query', JSON.stringify(asked)];
  return {
    queryKey: [...about, scope, beside] as readonly unknown[],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      read(await fetchQuery(domainUuid, scope, query, signal)),
    placeholderData: whileSame<Data>(about),
    ...freshness(scope.to, scope.timeZone),
  };
}
