/** A page of a resource's list, and the part of it that the address names. */
import { useQuery } from '@tanstack/react-query';
import type { paths } from '../../../client/src/openapi.ts';
import type { ListAnswer, Listed, ListQuery, PathParameters } from '../api/resource.ts';
import { useListParams } from './use-list-params.ts';

type RowOf<Answer> = Answer extends { data: readonly (infer Row)[] }
  ? Row
  : Answer extends { records: readonly (infer Row)[] }
    ? Row
    : never;

export type List<Row> = {
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** Of the whole list. */
  readonly count: number;
  readonly page: number;
  readonly perPage: number;
  readonly setPage: (page: number) => void;
  readonly sort: string;
  readonly setSort: (sort: string) => void;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly clear: () => void;
  readonly error: unknown;
  readonly retry: () => void;
  /** The rows belong to what was asked before. */
  readonly isStale: boolean;
};

export function useList<All extends keyof paths>(
  { list }: Listed<All>,
  path: PathParameters<All>,
  {
    perPage = 25,
    sorts,
    filters = {},
    refetchMs,
    staleMs,
  }: {
    readonly perPage?: number;
    /** The first one is the usual one. */
    readonly sorts?: readonly [string, ...string[]];
    readonly filters?: object;
    /** When to ask again on its own. */
    readonly refetchMs?: (rows: readonly RowOf<ListAnswer<All>>[]) => number | false;
    readonly staleMs?: number;
  } = {},
): List<RowOf<ListAnswer<All>>> {
  const params = useListParams(sorts ?? ['']);
  const { page, sort, query } = params;
  const asked = {
    page,
    per_page: perPage,
    ...(sorts === undefined ? {} : { sort }),
    ...(query === '' ? {} : { query }),
    ...filters,
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a list takes is its own
    ...list(path, asked as ListQuery<All>),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
    refetchInterval: ({ state }) => refetchMs?.(rowsOf<All>(state.data)?.data ?? []) ?? false,
  });
  const answer = rowsOf<All>(data);
  return {
    ...params,
    rows: answer?.data,
    count: answer?.pagination.count ?? 0,
    perPage,
    error,
    retry: () => void refetch(),
    isStale: isPlaceholderData,
  };
}

/** Upstreams come under another name than all other lists. */
function rowsOf<All extends keyof paths>(answer: unknown) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each list answers one of the two
  const page = answer as
    | { data?: RowOf<ListAnswer<All>>[]; records?: RowOf<ListAnswer<All>>[]; pagination: { count: number } }
    | undefined;
  return page && { data: page.data ?? page.records ?? [], pagination: page.pagination };
}
