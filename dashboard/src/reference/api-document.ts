/** The OpenAPI document, as far as the reference shows it, and its operations by tag. */

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

type DocumentedOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};

export type ApiDocument = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export type Operation = DocumentedOperation & { readonly method: string; readonly path: string };

export type TagGroup = {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
};

/** The operations of each tag, in the order of the document, without tags that have none. */
export function groupByTag(document: ApiDocument): TagGroup[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => Object.assign({ method, path }, operation)),
  );
  return document.tags
    .map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter((group) => group.operations.length > 0);
}

/** The groups with only those operations whose name, path or parameters contain every word of `search`. */
export function searchOperations(groups: readonly TagGroup[], search: string): TagGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => {
        const { summary, method, path, operationId, parameters = [] } = operation;
        const names = parameters.map(({ name }) => name);
        const text = [group.name, summary, method, path, operationId, ...names].join(' ').toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((group) => group.operations.length > 0);
}

/** Follows a schema's reference into the document's components. */
export function resolveSchema(document: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? undefined : document.components.schemas[name];
  return found === undefined ? schema : { ...found, ...schema };
}
