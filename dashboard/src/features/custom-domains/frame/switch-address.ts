/** Where the domain switcher leads: the same page of another domain, with the same days and filters. */

import { readFilters, withFilters } from '../../../filters/filter.ts';
import { searchText } from '../../../ui/address.ts';

/** Everything else belongs to one domain's data: a report's search, a property, the steps of a funnel. */
const kept = ['period', 'from', 'to', 'compare', 'frequency', 'metric', 'own'];

export function switchedAddress(
  uuid: string,
  { pathname, search }: { readonly pathname: string; readonly search: string },
): { readonly pathname: string; readonly search: string } {
  const before = new URLSearchParams(search);
  const next = new URLSearchParams();
  for (const name of kept) {
    const value = before.get(name);
    if (value !== null) next.set(name, value);
  }
  // Queries with a goal that the domain doesn't have are refused.
  const filters = readFilters(before).filter(([, dimension]) => dimension !== 'event:goal');
  return {
    // A saved funnel is the other domain's.
    pathname: pathname.replace(/^\/domains\/[^/]+/, `/domains/${uuid}`).replace(/(?<=\/funnels)\/.*/, ''),
    search: searchText(withFilters(next, filters)),
  };
}
