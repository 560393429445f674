/** The current page's filters, and the addresses of links that add one. */
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { searchText, useAddress } from '../ui/address.ts';
import { type Area, areaOf, type Filter, narrowedBy, readFilters, withFilters } from './filter.ts';

/** Visitors pages and requests pages each have their own filters; the address keeps both. */
export function useFilters(area: Area): {
  readonly filters: readonly Filter[];
  readonly setFilters: (filters: readonly Filter[]) => void;
  /** The query string of this page with these filters added. */
  readonly searchOf: (added: readonly Filter[]) => string;
} {
  const [search, setSearch] = useAddress();
  const text = search.toString();
  const [filters, others] = useMemo(() => {
    const all = readFilters(new URLSearchParams(text));
    const isOurs = ([, dimension]: Filter): boolean => areaOf(dimension) === area;
    return [all.filter(isOurs), all.filter((filter) => !isOurs(filter))];
  }, [text, area]);
  return {
    filters,
    setFilters: (next) => setSearch((before) => withFilters(before, [...others, ...next])),
    searchOf: (added) => searchText(withFilters(search, [...others, ...narrowedBy(filters, added)])),
  };
}

/** The area of the current page, below `/domains/:uuid/`. */
export function useArea(): Area {
  return useLocation().pathname.split('/')[3] === 'requests' ? 'requests' : 'visitors';
}
