/**
 * What plans need to know of a kind of resource: how entries of a document are read and matched, and how it is written, each as its own
 * routes do it. Source: docs/reference/plans.md.
 */
import type { ControlStore } from '../../control/store.ts';
import type { ServiceError } from '../../core/errors.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import type { ResourceRequest } from '../../kernel/resource-routes.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import type { KindName } from './kind-names.ts';
import type { Attributes, Operation, ReplayCounts, SecretUse } from './operation.ts';
import type { DocumentReader } from './plan-document.ts';

/** Where resources are looked for. */
export type Scope = {
  readonly accountUuid: string;
  readonly store: ControlStore;
  /** Nobody else changes what is found until the transaction ends. */
  readonly isLocking: boolean;
};

/** A resource as it is now. */
export type Found<E> = {
  readonly key: string;
  readonly uuid: string;
  /** Another one after every change. */
  readonly state: string;
  readonly entity: E;
};

/** One of a document's lists. */
export type Entry = { readonly place: string; readonly index: number; readonly body: RequestBody };

export type NamedUpstream = { readonly uuid: string; readonly key: string };

export type Planning = Scope & {
  readonly parts: RouteParts;
  readonly document: DocumentReader;
  /** By their names in the document. */
  readonly upstreams: Map<string, NamedUpstream>;
  /** Keys of what this plan creates, as far as it has been worked out. */
  readonly created: ReadonlyMap<KindName, ReadonlySet<string>>;
  /** Keys of what it deletes, as far as it has been worked out. */
  readonly deleted: ReadonlyMap<KindName, ReadonlySet<string>>;
  /** Has apply look whether something that an entry of another kind needs is still the same. */
  readonly noteRead: (kind: KindName, { key, state }: Pick<Found<unknown>, 'key' | 'state'>) => void;
};

export type Wanted = {
  readonly attributes: Attributes;
  readonly secrets?: readonly SecretUse[];
  /** Of what is created, where others of the plan refer to it. */
  readonly uuid?: string;
  readonly replay?: ReplayCounts | null;
  /** That it is wanted is no reason to create it. */
  readonly isNothing?: boolean;
};

/** A secret that apply made. */
export type MadeSecret = {
  readonly kind: KindName;
  readonly key: string;
  readonly uuid: string;
  readonly name: string;
  readonly value: string;
};

export type Applying = Scope & {
  readonly parts: RouteParts;
  readonly request: ResourceRequest;
  /** Values by the names of secrets. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Of the account's custom domains and of upstreams that the plan is about. */
  readonly made: MadeSecret[];
};

export type Step = {
  readonly creates: readonly Operation[];
  readonly changes: readonly Operation[];
  /** Those that keep all but secrets. */
  readonly keeps: readonly Operation[];
  readonly deletes: readonly Operation[];
};

/** Writes in the transaction: `applying` has the store of it. */
export type Writer = {
  readonly write: (applying: Applying) => Promise<void>;
  readonly delete: (applying: Applying) => Promise<void>;
};

export interface Kind<E> {
  readonly name: KindName;
  /** What entries may have. */
  readonly names: readonly string[];
  /** Whether what is deleted goes before what is created, as it may be in the way; else it goes when all is written. */
  readonly deletesFirst: boolean;
  /** Errors: `plan_invalid`, and those of attributes. */
  keyOf(entry: Entry, planning: Planning): string;
  find(scope: Scope, keys: readonly string[] | 'all'): Promise<readonly Found<E>[]>;
  /** As it is now. */
  attributesOf(found: Found<E>, scope: Scope): Promise<Attributes>;
  /** As a document has it, which names upstreams as `upstreams` does by uuid. */
  entryOf(found: Found<E>, attributes: Attributes, upstreams: ReadonlyMap<string, string>): Attributes;
  /** As the document wants it. Errors: those of its own routes. */
  read(planning: Planning, entry: Entry, found: Found<E> | undefined): Promise<Wanted>;
  /** Those of new ones that the account can't have. */
  findRefused?(planning: Planning, keys: readonly string[]): Promise<ReadonlyMap<string, ServiceError>>;
  /** Why one of those that would be deleted can't be. */
  keepReason?(planning: Planning, found: Found<E>): Promise<string | undefined>;
  /** What takes long, or asks others, goes before the transaction. */
  prepare(applying: Applying, step: Step): Promise<Writer>;
}
