/**
 * The dimensions that only queries over an account have: what its custom domains are now. Source: docs/reference/query.md ("Queries
 * over an account").
 */

import type { KeyedDimension } from './read-words.ts';

export const domainDimensionNames = [
  'domain:host',
  'domain:uuid',
  'domain:external_id',
  'domain:upstream',
] as const;

/** An entry of a custom domain's metadata by its key, such as `domain:metadata:plan`. */
export type MetadataDimension = `domain:metadata:${string}`;
export type DomainDimension = (typeof domainDimensionNames)[number] | MetadataDimension;

const metadataPrefix = 'domain:metadata:';
/** Longer than any key that is accepted. */
const maxKeyLength = 300;

function isMetadataDimension(name: string): name is MetadataDimension {
  const length = name.length - metadataPrefix.length;
  return name.startsWith(metadataPrefix) && length > 0 && length <= maxKeyLength;
}

/** They are no list: there is one for each key. */
export const metadataDimensions: KeyedDimension<MetadataDimension> = {
  form: 'domain:metadata:<key>',
  is: isMetadataDimension,
};

export function isDomainDimension(name: string): name is DomainDimension {
  return domainDimensionNames.some((known) => known === name) || isMetadataDimension(name);
}

/** Something of an account that rows are stored under: a custom domain, a redirect, or a host's rules. */
export type QueriedDomain = {
  /** What its rows are stored under. */
  readonly uuid: string;
  readonly host: string;
  /** Undefined for redirects and rules. */
  readonly custom:
    | {
        readonly externalId: string;
        /** `host:port`. */
        readonly upstream: string;
        readonly metadata: Readonly<Record<string, string>>;
      }
    | undefined;
};

/** What a domain has in a dimension; undefined when it has nothing there. */
export function valueOf({ uuid, host, custom }: QueriedDomain, name: DomainDimension): string | undefined {
  if (name === 'domain:host') return host;
  if (custom === undefined) return undefined;
  if (name === 'domain:uuid') return uuid;
  if (name === 'domain:external_id') return custom.externalId === '' ? undefined : custom.externalId;
  if (name === 'domain:upstream') return custom.upstream;
  const key = name.slice(metadataPrefix.length);
  return Object.hasOwn(custom.metadata, key) ? custom.metadata[key] : undefined;
}

/** Names, in SQL, for the lists of what domains have in a dimension: the uuids of those that have something, and what they have. */
export function listsOf(name: DomainDimension): { readonly uuids: string; readonly values: string } {
  const key = Buffer.from(name).toString('hex');
  return { uuids: `uuids_${key}`, values: `values_${key}` };
}

/** The dimension that has a list of {@link listsOf}. */
export function dimensionOfList(list: string): DomainDimension | undefined {
  const [, key = ''] = /^(?:uuids|values)_([0-9a-f]+)$/.exec(list) ?? [];
  const name = Buffer.from(key, 'hex').toString();
  return isDomainDimension(name) ? name : undefined;
}

/** SQL over a column `domain`, with lists that {@link listsOf} names. */
export function domainColumn(name: DomainDimension): { readonly sql: string; readonly missing: string } {
  const { uuids, values } = listsOf(name);
  return {
    sql: `transform(domain, ${uuids}, ${values}, '(none)')`,
    // Rows, as there may be more than a list takes: see domain-set.ts.
    missing: `domain NOT IN (SELECT arrayJoin(${uuids}))`,
  };
}
