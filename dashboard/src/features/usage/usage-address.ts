/** What the usage page shows, kept in the address: the month, the grouping, one external id, the order and the page. */
import { useSearchParams } from 'react-router';
import { parseMonth } from '../../../../src/core/month.ts';

export const usageSorts = ['host', '-host', 'external_id', '-external_id'] as const;

export type UsageView = {
  /** UTC, `YYYY-MM`. */
  readonly month: string;
  readonly by: 'domain' | 'external_id';
  /** Only the custom domains with it; not with `by: 'external_id'`. */
  readonly externalId: string | undefined;
  readonly sort: (typeof usageSorts)[number];
  /** Begins with 1. */
  readonly page: number;
};

/** `current` is the month under way: what is shown when the address names none, or one that isn't over. */
export function useUsageView(current: string): {
  readonly view: UsageView;
  /** Another choice begins with its first page. */
  readonly set: (change: Partial<UsageView>) => void;
} {
  const [search, setSearch] = useSearchParams();
  const view = readView(search, current);
  return {
    view,
    set: (change) => setSearch(writeView({ ...view, page: 1, ...change }, current)),
  };
}

/** Invalid values are ignored. */
export function readView(search: URLSearchParams, current: string): UsageView {
  const month = parseMonth(search.get('month') ?? '');
  const by = search.get('by') === 'external_id' ? 'external_id' : 'domain';
  const page = search.get('page') ?? '';
  return {
    month: month === undefined || month > current ? current : month,
    by,
    externalId: (by === 'domain' && search.get('external_id')) || undefined,
    sort: usageSorts.find((sort) => sort === search.get('sort')) ?? 'host',
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

/** What is usual is left out. */
export function writeView(
  { month, by, externalId, sort, page }: UsageView,
  current: string,
): URLSearchParams {
  return new URLSearchParams({
    ...(month === current ? {} : { month }),
    ...(by === 'domain' ? {} : { by }),
    ...(by === 'domain' && externalId !== undefined ? { external_id: externalId } : {}),
    ...(by === 'domain' && sort !== 'host' ? { sort } : {}),
    ...(page === 1 ? {} : { page: String(page) }),
  });
}
