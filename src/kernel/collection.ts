/**
 * A collection, as plain data: a resource whose rows belong to an owner, and up to five verbs. Its store
 * (collection-store.ts), its routes (collection-routes.ts) and its part of the API reference follow from it.
 * Source: docs/reference/api.md.
 */
import type { AuditedKind } from '../core/audit.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { Definitions, NewValues, StoredName, Values } from '../resources/definition.ts';
import type { Resource } from '../resources/resource.ts';
import type { Owner } from './owner.ts';

export type Verb = 'list' | 'create' | 'get' | 'update' | 'delete';

export type Collection<D extends Definitions> = {
  /** Its attributes; of the read-only ones `uuid`, `created_at` and `updated_at` are set here. */
  readonly resource: Resource<D>;
  readonly kind: AuditedKind;
  readonly table: string;
  readonly owner: Owner;
  /** Of the list, with the owner's parameter in it. */
  readonly path: string;
  readonly verbs: readonly Verb[];
  /** The attribute that people know one by. */
  readonly label: StoredName<D>;
  /** What lists can be sorted by; newest first by default. */
  readonly sortFields: readonly StoredName<D>[];
  /** How many an owner may have, and the error for one more. */
  readonly limit: { readonly most: number; readonly code: ErrorCode };
  /** Attributes that no two of an owner share, each with a unique constraint `<table>_<attribute>_key`. */
  readonly unique?: { readonly names: readonly StoredName<D>[]; readonly code: ErrorCode };
  /** Checks what a caller gave for a new one, and adds what follows from it. */
  readonly complete?: (given: NewValues<D>) => Values<D>;
  /** Its group in the API reference, and what a verb's operation says there besides what it says of every collection. */
  readonly tag: ReferenceTag;
  readonly descriptions: Partial<Readonly<Record<Verb, string>>>;
};

export type ReferenceTag = {
  readonly name: string;
  readonly description: string;
  /** The name of the one before it. */
  readonly after: string;
};

/** `access_token` is an access token. */
export function wordsOf(kind: string): string {
  return kind.replaceAll('_', ' ');
}

export function withArticle(words: string): string {
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}
