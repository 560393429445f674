/** The search of the page's address, which holds everything that was chosen: days, filters, orders. */
import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

type Change = (before: URLSearchParams) => URLSearchParams;

/** The search and a way to change it. With `replace` the change is no step of the browser's history. */
export function useAddress(): readonly [
  URLSearchParams,
  (change: Change, options?: { readonly replace: boolean }) => void,
] {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const set = useCallback(
    (change: Change, options?: { readonly replace: boolean }): void =>
      void navigate({ search: searchText(change(new URLSearchParams(search))) }, options),
    [search, navigate],
  );
  return [search, set];
}

const readable: Readonly<Record<string, string>> = { '%2C': ',', '%3A': ':', '%2F': '/' };

/** A search as text that people can read: what a query may hold unescaped stays so. Source: RFC 3986, section 3.4. */
export function searchText(search: URLSearchParams): string {
  return search.toString().replaceAll(/%2C|%3A|%2F/g, (escaped) => readable[escaped] ?? escaped);
}
