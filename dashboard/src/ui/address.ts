/** The query string of the page's address, which holds everything the user chose: days, filters, sort order. */
import { useMemo } from 'react';
import { type NavigateFunction, type NavigateOptions, useNavigate, useSearchParams } from 'react-router';

type SetAddress = (change: (before: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * The query string and a function that changes it. Each of several changes in one turn builds on the one before. `replace` keeps
 * the change out of the browser's history.
 */
export function useAddress(): readonly [URLSearchParams, SetAddress] {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return [search, useMemo(() => addressSetter(navigate), [navigate])];
}

export function addressSetter(navigate: NavigateFunction): SetAddress {
  // The router itself has the query string of the last render, which knows nothing of an earlier change in this turn.
  return (change, options) =>
    void navigate({ search: searchText(change(new URLSearchParams(window.location.search))) }, options);
}

/** An empty value is left out. */
export function withParameter(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(before);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

const readable: Readonly<Record<string, string>> = { '%2C': ',', '%3A': ':', '%2F': '/' };

/** Serializes a query string readably: commas, colons and slashes stay unescaped. Source: RFC 3986, section 3.4. */
export function searchText(search: URLSearchParams): string {
  return search.toString().replaceAll(/%2C|%3A|%2F/g, (escaped) => readable[escaped] ?? escaped);
}
