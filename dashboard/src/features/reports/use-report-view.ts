/** The view of a report that the address keeps beside days and filters: search text, sort order, page. */
import { useCallback } from 'react';
import { searchText, useAddress } from '../../ui/address.ts';
import { type ReportSort, readSort } from './report-rows.ts';

const names = ['q', 'sort', 'page'];

export type ReportView = {
  readonly text: string;
  readonly sort: ReportSort;
  readonly page: number;
};

export function useReportView(): ReportView & {
  readonly setText: (text: string) => void;
  readonly setSort: (sort: string) => void;
  readonly setPage: (page: number) => void;
} {
  const [search, setSearch] = useAddress();
  const change = useCallback(
    (changes: Readonly<Record<string, string>>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const asked = Number(search.get('page') ?? 1);
  return {
    text: search.get('q') ?? '',
    sort: readSort(search.get('sort')),
    page: Number.isInteger(asked) && asked > 0 ? asked : 1,
    // Another list begins with its first page.
    setText: useCallback((text) => change({ q: text, page: '' }), [change]),
    setSort: useCallback((sort) => change({ sort: sort === '-count' ? '' : sort, page: '' }), [change]),
    setPage: useCallback((page) => change({ page: page === 1 ? '' : String(page) }), [change]),
  };
}

/** The query string of another page with the same days and filters. */
export function withoutView(search: string): string {
  const next = new URLSearchParams(search);
  for (const name of names) next.delete(name);
  return searchText(next);
}
