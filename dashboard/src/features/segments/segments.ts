/** The account's segments: filters under a name. Source: docs/reference/segments.md. */
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';
import { type Area, areaOf, type Filter, filterOf } from '../../filters/filter.ts';

export type Segment = components['schemas']['Segment'];

/** The most an account can have. */
const mostSegments = 500;

/** All segments of the account, by name. */
export const segmentsQuery = queryOptions({
  queryKey: ['segments'],
  queryFn: async ({ signal }): Promise<readonly Segment[]> => {
    const { data } = await bodyOf(
      api.GET('/api/v1/analytics/segments', {
        params: { query: { per_page: mostSegments, sort: 'name' } },
        signal,
      }),
    );
    return data;
  },
});

/** Errors: `name_invalid`, `filters_invalid`, `too_many_segments`. */
export function createSegment(name: string, filters: readonly Filter[]): Promise<Segment> {
  return bodyOf(
    api.POST('/api/v1/analytics/segments', { body: { name, filters: filters.map((filter) => [...filter]) } }),
  );
}

/** Errors: `name_invalid`, `not_found`. */
export function renameSegment(uuid: string, name: string): Promise<Segment> {
  return bodyOf(
    api.PUT('/api/v1/analytics/segments/{segment_uuid}', {
      params: { path: { segment_uuid: uuid } },
      body: { name },
    }),
  );
}

export async function deleteSegment(uuid: string): Promise<void> {
  await api.DELETE('/api/v1/analytics/segments/{segment_uuid}', { params: { path: { segment_uuid: uuid } } });
}

/** A segment's filters; undefined if they are for the other area or can't be shown as chips. */
export function filtersOf({ filters }: Segment, area: Area): readonly Filter[] | undefined {
  const read = filters.map(filterOf).filter((filter) => filter !== undefined);
  return read.length === filters.length && read.every(([, dimension]) => areaOf(dimension) === area)
    ? read
    : undefined;
}
