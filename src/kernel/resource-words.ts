/**
 * What a resource is called: its place in paths and in the API reference, and its schemas. Source: docs/reference/api.md.
 */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type BodySchemas, resourceBodySchemas, resourceSchema } from '../api/schemas/resource.ts';
import type { Definitions, SortName } from '../resources/definition.ts';
import type { Resource } from '../resources/resource.ts';
import type { Owner } from './owner.ts';

export type Verb = 'list' | 'create' | 'get' | 'update' | 'delete';

/** What a resource is called, and what it says in the API reference besides what all of them do. */
export type ResourceWords<D extends Definitions, O = string> = {
  readonly resource: Resource<D>;
  /** `access_token` is called an access token. */
  readonly kind: string;
  readonly owner: Owner<O>;
  /** Of the list, with the owner's parameters in it. */
  readonly path: string;
  /** The parameter of one of them. */
  readonly item: string;
  /** What lists can be sorted by; they are newest first by default, and always without one. */
  readonly sortFields: readonly SortName<D>[];
  /** An update may name the version that it is for. */
  readonly takesIfMatch?: true;
  /** The group of its operations. */
  readonly tag: ReferenceTag;
  /** Those that it has. */
  readonly verbs: Readonly<Partial<Record<Verb, VerbWords>>>;
};

export type ReferenceTag = {
  readonly name: string;
  readonly description: string;
};

/** In place of what is said of all resources. */
type VerbWords = {
  readonly operationId?: string;
  readonly summary?: string;
  /** Of the answer. */
  readonly answer?: string;
  /** Follows what is said of all lists and updates. */
  readonly description?: string;
};

/** Registered under their `$id`. */
export type ResourceSchemas = {
  readonly answer: TObject;
  /** Of the answer to its creation. */
  readonly created: TObject;
  readonly bodies: BodySchemas;
};

type Schemas = Readonly<Record<string, TSchema>>;

/** `computed` has those of the attributes that are computed for answers. */
export function schemasOf<D extends Definitions>(
  resource: Resource<D>,
  computed: Schemas = {},
): ResourceSchemas {
  const answer = resourceSchema(resource, computed);
  return { answer, created: answer, bodies: resourceBodySchemas(resource) };
}

/** `$id` is what the answer to its creation is called, and `shownOnce` what only that one has. */
export function withShownOnce(schemas: ResourceSchemas, $id: string, shownOnce: Schemas): ResourceSchemas {
  return { ...schemas, created: Type.Object({ ...schemas.answer.properties, ...shownOnce }, { $id }) };
}

/** `access_token` is an access token. */
export function wordsOf(kind: string): string {
  return kind.replaceAll('_', ' ');
}

export function withArticle(words: string): string {
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}
