/**
 * Fetches reports. Names, parameters and responses are typed by the OpenAPI document, so a report that changes there
 * fails to compile here. While the days change, the previous data stays until the new data arrives.
 */

import type { paths } from '../../../client/src/openapi.ts';
import { api, bodyOf } from '../api/client.ts';
import { freshness } from './freshness.ts';

type Prefix = '/api/v1/analytics/custom_domains/{uuid}/';

export type ReportName = {
  [Path in keyof paths]: Path extends `${Prefix}${infer Name}` ? Name : never;
}[keyof paths];

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

/** Options for `useQuery`. */
export function reportQuery<Name extends ReportName>(
  domainUuid: string,
  name: Name,
  params: ReportParams<Name>,
) {
  return {
    queryKey: ['reports', domainUuid, name, params] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchReport(domainUuid, name, params, signal),
    placeholderData: (
      previous: ReportAnswer<Name> | undefined,
      query: { readonly queryKey: readonly unknown[] } | undefined,
    ) => (isAbout(query?.queryKey, domainUuid, name) ? previous : undefined),
    ...freshness(lastDayOf(params), 'UTC'),
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

/** Whether a cache key belongs to this report of this domain. */
function isAbout(key: readonly unknown[] | undefined, domainUuid: string, name: string): boolean {
  return key?.[1] === domainUuid && key[2] === name;
}

function lastDayOf(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  return 'to' in params && typeof params.to === 'string' ? params.to : undefined;
}
