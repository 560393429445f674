/**
 * Which error pages an upstream or a custom domain has, as one column of its row: `404:<digest> 503:<digest>`, by which workers
 * learn of them with the routes. The pages themselves they read when they need one.
 */
import { createHash } from 'node:crypto';
import { type ErrorPageDigests, type ErrorPageStatus, errorPageStatuses } from '../core/error-page.ts';

/** Names what a page is: SHA-256, base64url. */
export function digestOf(html: string): string {
  return createHash('sha256').update(html).digest('base64url');
}

export function formatDigests(
  pages: readonly { readonly status: ErrorPageStatus; readonly html: string }[],
): string {
  return pages
    .map(({ status, html }) => `${status}:${digestOf(html)}`)
    .toSorted()
    .join(' ');
}

/** Undefined: there are none. */
export function parseDigests(column: string): ErrorPageDigests | undefined {
  if (column === '') return undefined;
  const digests = new Map(column.split(' ').map((entry) => [Number(entry.slice(0, 3)), entry.slice(4)]));
  return Object.fromEntries(
    errorPageStatuses.flatMap((status) => {
      const digest = digests.get(status);
      return digest === undefined ? [] : [[status, digest]];
    }),
  );
}
