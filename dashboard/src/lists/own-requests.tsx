/**
 * Requests for the tracker script and its events, which pages make because of Nameplate. Lists of paths and status codes
 * leave them out unless the address asks for them or a filter selects paths.
 */
import { Link } from 'react-router';
import { eventPath, scriptPath } from '../../../src/core/tracker-paths.ts';
import type { Scope } from '../analytics/scope.ts';
import type { Filter } from '../filters/filter.ts';
import { searchText, useAddress } from '../ui/address.ts';
import styles from './attribution.module.css';

const name = 'own';
const shown = 'shown';
const withoutOwn: Filter = ['is_not', 'request:path', [scriptPath, eventPath]];

/** Returns a function that adds the filter to a list's scope where it applies. */
export function useOwnRequestsFilter(): (scope: Scope) => Scope {
  const [search] = useAddress();
  const isShown = search.get(name) === shown;
  return (scope) =>
    isShown || selectsPaths(scope.filters) ? scope : { ...scope, filters: [...scope.filters, withoutOwn] };
}

/** Shows or hides them, for a list's foot. */
export function OwnRequestsLink({ filters }: { readonly filters: readonly Filter[] }) {
  const [search] = useAddress();
  if (selectsPaths(filters)) return null;
  const isShown = search.get(name) === shown;
  const next = new URLSearchParams(search);
  if (isShown) next.delete(name);
  else next.set(name, shown);
  next.delete('page');
  return (
    <Link to={{ search: searchText(next) }} replace className={styles['link']}>
      {isShown ? 'Hide' : 'Show'} Nameplate's own requests
    </Link>
  );
}

function selectsPaths(filters: readonly Filter[]): boolean {
  return filters.some(([, dimension]) => dimension === 'request:path');
}
