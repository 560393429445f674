/** Rows on their way into a table, for what was answered before them. */
import type { PageviewRow } from '../pageview-row.ts';
import type { RequestRow } from '../request-row.ts';

type Batches<Row> = readonly { readonly rows: readonly Row[] }[];

export type AddedBatches =
  | { readonly kind: 'requests'; readonly batches: Batches<RequestRow> }
  | { readonly kind: 'pageviews'; readonly batches: Batches<PageviewRow> };

/** Rows of one domain. */
export type AddedRows =
  | { readonly kind: 'requests'; readonly rows: readonly RequestRow[] }
  | { readonly kind: 'pageviews'; readonly rows: readonly PageviewRow[] };

/** The rows of each of `domains`, which are in lower case; rows may have them otherwise. */
export function rowsOfDomains(
  added: AddedBatches,
  domains: ReadonlySet<string>,
): ReadonlyMap<string, AddedRows> {
  // One after the other, for the rows of each kind have a type of their own.
  const found = new Map<string, AddedRows>();
  if (added.kind === 'requests')
    for (const [domain, rows] of byDomain(added.batches, domains))
      found.set(domain, { kind: 'requests', rows });
  else
    for (const [domain, rows] of byDomain(added.batches, domains))
      found.set(domain, { kind: 'pageviews', rows });
  return found;
}

function byDomain<Row extends { readonly domain: string }>(
  batches: Batches<Row>,
  domains: ReadonlySet<string>,
): ReadonlyMap<string, Row[]> {
  const found = new Map([...domains].map((domain): [string, Row[]] => [domain, []]));
  /** By their domain as it is written, so that few names are put in lower case. */
  const written = new Map<string, Row[] | undefined>();
  for (const { rows } of batches)
    for (const row of rows) {
      if (!written.has(row.domain)) written.set(row.domain, found.get(row.domain.toLowerCase()));
      written.get(row.domain)?.push(row);
    }
  return found;
}
