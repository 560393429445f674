/**
 * What undo and versions need to know of a kind of resource: how it is found, written, created again and deleted, each as its own
 * routes do it. Source: docs/reference/versions.md.
 */
import type { TSchema } from '@sinclair/typebox';
import type { AuditedKind } from '../../core/audit.ts';
import type { ResourceRequest } from '../../kernel/resource-routes.ts';
import { type ResourceWords, wordsOf } from '../../kernel/resource-words.ts';
import type { Definitions } from '../../resources/definition.ts';
import { collectBody, type RequestBody } from '../../resources/request-body.ts';
import type { VersionedKindName } from './version-store.ts';

export type Attributes = Readonly<Record<string, unknown>>;
export type Expect = (current: { readonly updatedAt: number }) => void;

/** A resource as it is now. */
export type FoundToUndo = {
  /** 0 where it isn't known. */
  readonly updatedAt: number;
  /** As the audit trail has them. */
  readonly audited: Attributes;
  /** Why undoing its creation would delete more than itself. */
  readonly use?: (() => Promise<string | undefined>) | undefined;
  /** Writes attributes, and answers the resource; undefined: it is gone. */
  readonly write?:
    | ((attributes: Attributes, expect: Expect, request: ResourceRequest) => Promise<object | undefined>)
    | undefined;
  /** Answers undefined when it is gone. */
  readonly delete?: ((request: ResourceRequest) => Promise<string | undefined>) | undefined;
};

export type UndoableKind = {
  readonly kind: AuditedKind;
  /** The attributes, as the audit trail calls them, that can be given back. */
  readonly names: readonly string[];
  /** Those of them that the audit trail has only a checksum of: versions have them. */
  readonly summed: readonly string[];
  readonly find: (accountUuid: string, uuid: string) => Promise<FoundToUndo | undefined>;
  /** Creates again what was deleted. */
  readonly create?:
    | ((accountUuid: string, uuid: string, attributes: Attributes, request: ResourceRequest) => Promise<void>)
    | undefined;
};

export type Found = Omit<FoundToUndo, 'write' | 'delete'> & {
  readonly uuid: string;
  /** As versions have them. */
  readonly attributes: Attributes;
  readonly write: NonNullable<FoundToUndo['write']>;
  readonly delete: NonNullable<FoundToUndo['delete']>;
};

export type VersionedKind = Omit<UndoableKind, 'find' | 'create'> &
  Required<Pick<UndoableKind, 'create'>> & {
    readonly kind: VersionedKindName;
    /** In sentences. */
    readonly words: string;
    /** As the API reference calls it. */
    readonly name: string;
    readonly path: string;
    /** The parameter of one of them. */
    readonly item: string;
    readonly tag: string;
    readonly answer: TSchema;
    readonly find: (accountUuid: string, uuid: string) => Promise<Found | undefined>;
  };

/** What a kind is called, as its own routes have it. */
export function namesOf<D extends Definitions>(
  { resource, kind, path, item, tag }: ResourceWords<D>,
  answer: TSchema,
): Pick<VersionedKind, 'words' | 'name' | 'path' | 'item' | 'tag' | 'answer'> {
  return { words: wordsOf(kind), name: resource.name, path, item, tag: tag.name, answer };
}

/** A body with these attributes, as if a caller had sent it. */
export function bodyOf(attributes: Attributes): RequestBody {
  return collectBody('json', Object.entries(attributes));
}
