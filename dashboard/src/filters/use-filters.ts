/** The filters of the page at hand, and the addresses of what other filters would show. */
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { searchText, useAddress } from '../analytics/address.ts';
import { type Area, areaOf, type Filter, narrowedBy, readFilters, withFilters } from './filter.ts';

/** The visitors pages and the requests pages have filters of their own; the address keeps both. */
export function useFilters(area: Area): {
  readonly filters: readonly Filter[];
  readonly setFilters: (filters: readonly Filter[]) => void;
  /** The search of this page under one more filter. */
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

/** The area that an address below `/domains/:uuid/` is about. */
export function useArea(): Area {
  return useLocation().pathname.split('/')[3] === 'requests' ? 'requests' : 'visitors';
}
