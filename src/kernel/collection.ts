/**
 * A collection: a resource whose rows are in a table of its own and belong to an owner. Its definition is plain data; the store
 * (collection-store.ts), the routes (resource-routes.ts) and its part of the API reference follow from it.
 */
import type { AuditedKind } from '../core/audit.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { Definitions, NewValues, StoredName, Values } from '../resources/definition.ts';
import type { Resource } from '../resources/resource.ts';
import type { StoredOwner } from './owner.ts';
import type { ResourceWords } from './resource-words.ts';

/** What the store knows of one. Of the read-only attributes `uuid`, `created_at` and `updated_at` are set there. */
export type StoredResource<D extends Definitions> = {
  readonly resource: Resource<D>;
  readonly kind: AuditedKind;
  readonly owner: StoredOwner;
  readonly table: string;
  /** The attribute that people know one by. */
  readonly label: StoredName<D>;
  /** How many an owner may have, and the error for one more. */
  readonly limit: { readonly most: number; readonly code: ErrorCode };
  /** Attributes that no two of an owner share, each with a unique constraint `<table>_<attribute>_key`. */
  readonly unique?: { readonly names: readonly StoredName<D>[]; readonly code: ErrorCode };
  /** Columns with secrets, by what the audit trail calls them: it only tells that there is another one. */
  readonly sealed?: Readonly<Record<string, string>>;
};

export type Collection<D extends Definitions> = ResourceWords<D> &
  StoredResource<D> & {
    /** Checks what a caller gave for a new one, and adds what follows from it. */
    readonly complete?: (given: NewValues<D>) => Values<D>;
  };
