/** What of a report is looked at, kept in the address beside the days: text, order, page, country, region. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { readCountry, readRegion } from '../../lists/within-country.ts';
import { type ReportSort, readSort } from './report-rows.ts';

const names = ['q', 'sort', 'page', 'country', 'region'];

export type ReportView = {
  readonly text: string;
  readonly sort: ReportSort;
  readonly page: number;
  /** ISO 3166-1 alpha-2; of regions and cities only those of this country. */
  readonly country: string | undefined;
  /** ISO 3166-2, of the country; only the cities of this region. */
  readonly region: string | undefined;
};

export function useReportView(): ReportView & {
  readonly setText: (text: string) => void;
  readonly setSort: (sort: string) => void;
  readonly setPage: (page: number) => void;
} {
  const [search, setSearch] = useSearchParams();
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
  const country = readCountry(search.get('country'));
  return {
    text: search.get('q') ?? '',
    sort: readSort(search.get('sort')),
    page: Number.isInteger(asked) && asked > 0 ? asked : 1,
    country,
    region: readRegion(search.get('region'), country),
    // Another list begins with its first page.
    setText: useCallback((text) => change({ q: text, page: '' }), [change]),
    setSort: useCallback((sort) => change({ sort: sort === '-count' ? '' : sort, page: '' }), [change]),
    setPage: useCallback((page) => change({ page: page === 1 ? '' : String(page) }), [change]),
  };
}

/** The search of another page about the same days; of locations, about a country or one of its regions. */
export function withoutView(search: string, country?: string, region?: string): string {
  const next = new URLSearchParams(search);
  for (const name of names) next.delete(name);
  if (country !== undefined) next.set('country', country);
  if (region !== undefined) next.set('region', region);
  return next.toString();
}
