/** The names of downloaded files. */
import type { Scope } from '../analytics/scope.ts';

/** `shop.example.com-sources-2026-05-01-2026-05-31.csv`: files of several domains and periods lie in one folder. */
export function csvName(host: string | undefined, slug: string, scope: Scope): string {
  return `${fileStem(host, slug, scope)}.csv`;
}

export function fileStem(host: string | undefined, slug: string, { from, to, filters }: Scope): string {
  return [host, slug, filters.length === 0 ? undefined : 'filtered', from, to]
    .filter((part) => part !== undefined)
    .join('-')
    .replaceAll(/[^\w.-]/g, '_');
}
