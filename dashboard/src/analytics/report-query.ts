/**
 * Asks for reports. Names, parameters and answers are those of the API's description, so a report that changes there
 * does not compile here. While the days change, what was there stays until the new answer is in.
 */
import { dayOf, formatDay } from '../../../src/core/date-range.ts';
import { api, bodyOf } from '../api/client.ts';
import type { paths } from '../api/openapi.ts';

type Prefix = '/api/v1/analytics/custom_domains/{uuid}/';

export type ReportName = {
  [Path in keyof paths]: Path extends `${Prefix}${infer Name}` ? Name : never;
}[keyof paths];

/** Reports of numbers by day, week or month. */
export type SeriesName = Extract<ReportName, `${string}_by_date`>;

type Operation<Name extends ReportName> = `${Prefix}${Name}` extends infer Path extends keyof paths
  ? paths[Path]['get']
  : never;

export type ReportParams<Name extends ReportName> =
  Operation<Name> extends { parameters: { query: infer Query } }
    ? Query
    : Operation<Name> extends { parameters: { query?: infer Query } }
      ? [Exclude<Query, undefined>] extends [never]
        ? Readonly<Record<string, never>>
        : Exclude<Query, undefined>
      : never;

export type ReportAnswer<Name extends ReportName> =
  Operation<Name> extends { responses: { 200: { content: { 'application/json': infer Answer } } } }
    ? Answer
    : never;

/** How often a range that today belongs to is asked for again while the page is in sight. */
const refreshMs = 60_000;
/** Days that are over change only by pageviews that arrive late. */
const settledMs = 5 * 60_000;

/** Options for `useQuery`. */
export function reportQuery<Name extends ReportName>(
  domainUuid: string,
  name: Name,
  params: ReportParams<Name>,
) {
  const isOver = endsBefore(params, formatDay(dayOf(Date.now())));
  return {
    queryKey: ['reports', domainUuid, name, params] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchReport(domainUuid, name, params, signal),
    placeholderData: (
      previous: ReportAnswer<Name> | undefined,
      query: { readonly queryKey: readonly unknown[] } | undefined,
    ) => (query !== undefined && isAbout(query.queryKey, domainUuid, name, params) ? previous : undefined),
    ...(isOver ? { staleTime: settledMs } : { refetchInterval: refreshMs }),
  };
}

/** The answer itself, for files of whole lists. */
export function fetchReport<Name extends ReportName>(
  domainUuid: string,
  name: Name,
  params: ReportParams<Name>,
  signal?: AbortSignal,
): Promise<ReportAnswer<Name>> {
  // The client's types need one known path; that name, parameters and answer belong together is held by the signature.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const get = api.GET as unknown as (path: string, init: unknown) => Promise<{ data?: ReportAnswer<Name> }>;
  return bodyOf(
    get(`/api/v1/analytics/custom_domains/{uuid}/${name}`, {
      params: { path: { uuid: domainUuid }, query: params },
      signal,
    }),
  );
}

/** Whether a key is of the same report on the same: cities of one region must not stand under the name of another. */
function isAbout(
  [, uuidOfKey, nameOfKey, paramsOfKey]: readonly unknown[],
  domainUuid: string,
  name: string,
  params: unknown,
): boolean {
  return uuidOfKey === domainUuid && nameOfKey === name && regionOf(paramsOfKey) === regionOf(params);
}

function regionOf(params: unknown): unknown {
  return typeof params === 'object' && params !== null && 'region' in params ? params.region : undefined;
}

function endsBefore(params: unknown, day: string): boolean {
  return (
    typeof params === 'object' &&
    params !== null &&
    'to' in params &&
    typeof params.to === 'string' &&
    params.to < day
  );
}
