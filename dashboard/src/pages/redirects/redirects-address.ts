/**
 * What the address of the page says: which part of the list is shown, and which dialog is open over it, so that either
 * can be linked, reloaded and left with the browser's own way back.
 */
import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { RedirectList, RedirectSort } from './redirects-queries.ts';

const sorts: readonly RedirectSort[] = [
  '-created_at',
  'created_at',
  '-updated_at',
  'updated_at',
  'source_host',
  '-source_host',
];
const defaultSort: RedirectSort = '-created_at';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'copy' | 'edit'; readonly uuid: string }
  | { readonly kind: 'import' };

export function readList(search: URLSearchParams): RedirectList {
  const page = Number(search.get('page') ?? 1);
  const sort = sorts.find((one) => one === search.get('sort'));
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    sort: sort ?? defaultSort,
    query: (search.get('query') ?? '').trim().slice(0, 200),
  };
}

/** The same address with another part of the list; a filter or an order begins with its first page. */
export function withList(search: URLSearchParams, change: Partial<RedirectList>): URLSearchParams {
  const next = new URLSearchParams(search);
  const list = { ...readList(search), page: 1, ...change };
  set(next, 'query', list.query, '');
  set(next, 'sort', list.sort, defaultSort);
  set(next, 'page', String(list.page), '1');
  return next;
}

export function readDialog(search: URLSearchParams): OpenDialog | undefined {
  const edit = search.get('edit');
  const copy = search.get('copy');
  if (edit !== null && uuid.test(edit)) return { kind: 'edit', uuid: edit };
  if (copy !== null && uuid.test(copy)) return { kind: 'copy', uuid: copy };
  if (search.has('new')) return { kind: 'new' };
  return search.has('import') ? { kind: 'import' } : undefined;
}

export function withDialog(search: URLSearchParams, dialog: OpenDialog | undefined): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ['new', 'copy', 'edit', 'import']) next.delete(name);
  if (dialog) next.set(dialog.kind, 'uuid' in dialog ? dialog.uuid : '');
  return next;
}

export function useRedirectsAddress() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const list = readList(search);
  const change = useCallback(
    (changed: Partial<RedirectList>) => setSearch((now) => withList(now, changed), { replace: true }),
    [setSearch],
  );
  const turnTo = useCallback((page: number) => setSearch((now) => withList(now, { page })), [setSearch]);
  const filter = useCallback((query: string) => change({ query }), [change]);
  const sortBy = useCallback(
    (text: string) => {
      const sort = sorts.find((one) => one === text);
      if (sort) change({ sort });
    },
    [change],
  );
  const wasOpenedHere: unknown = location.state;
  return {
    list,
    dialog: readDialog(search),
    filter,
    sortBy,
    turnTo,
    open: (dialog: OpenDialog) => setSearch((now) => withDialog(now, dialog), { state: 'opened-here' }),
    close: () => {
      // Back to where it was opened, so that the way back does not open it again.
      if (wasOpenedHere === 'opened-here') void navigate(-1);
      else setSearch((now) => withDialog(now, undefined), { replace: true });
    },
  };
}

function set(search: URLSearchParams, name: string, value: string, byDefault: string): void {
  if (value === byDefault) search.delete(name);
  else search.set(name, value);
}
