/** What part of a list is shown, kept in the address: it can be shared, reloaded and gone back to. */
import { useCallback } from 'react';
import { useAddress, withParameter } from './address.ts';

/** Of the API. */
const maxQueryLength = 200;

type ListParams<Sort extends string> = {
  readonly query: string;
  readonly sort: Sort;
  /** Begins with 1. */
  readonly page: number;
};

/** The first of `sorts` is the usual one, and not written into the address. */
export function useListParams<Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
): ListParams<Sort> & {
  readonly setQuery: (query: string) => void;
  readonly setSort: (sort: string) => void;
  readonly setPage: (page: number) => void;
  /** A filter of the list's own; an empty value is none. */
  readonly filterOf: (name: string) => string;
  readonly setFilter: (name: string, value: string) => void;
  /** Shows all of the list, from its beginning. */
  readonly clear: () => void;
} {
  const [search, setSearch] = useAddress();
  const usual = sorts[0];
  const set = useCallback(
    (name: string, value: string, replace = true) =>
      setSearch(
        (before) => {
          const next = withParameter(before, name, value);
          if (name !== 'page') next.delete('page');
          return next;
        },
        { replace },
      ),
    [setSearch],
  );
  return {
    query: (search.get('query') ?? '').trim().slice(0, maxQueryLength),
    sort: sorts.find((sort) => sort === search.get('sort')) ?? usual,
    page: readPage(search.get('page')),
    setQuery: useCallback((query) => set('query', query), [set]),
    setSort: useCallback((sort) => set('sort', sort === usual ? '' : sort), [set, usual]),
    filterOf: (name) => search.get(name) ?? '',
    setFilter: set,
    clear: useCallback(() => setSearch(() => new URLSearchParams(), { replace: true }), [setSearch]),
    setPage: useCallback((page) => set('page', page === 1 ? '' : String(page), false), [set]),
  };
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}
