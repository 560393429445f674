/** The query string of the page's address, which holds everything the user chose: days, filters, sort order. */
import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

type Change = (before: URLSearchParams) => URLSearchParams;

/** The query string and a function that changes it. `replace` keeps the change out of the browser's history. */
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

/** Serializes a query string readably: commas, colons and slashes stay unescaped. Source: RFC 3986, section 3.4. */
export function searchText(search: URLSearchParams): string {
  return search.toString().replaceAll(/%2C|%3A|%2F/g, (escaped) => readable[escaped] ?? escaped);
}
