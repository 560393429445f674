/** The parts of an OpenAPI 3.1 document that clients are made from. */

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
};

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly schema: Schema;
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export type ApiOperation = {
  readonly name: string;
  /** In capital letters. */
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** Of the answer of success. */
  readonly answer: Schema;
};

export type ApiDocument = {
  readonly operations: readonly ApiOperation[];
  readonly schemas: Readonly<Record<string, Schema>>;
};

type Described = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

const methods = ['get', 'post', 'put', 'delete'];
const json = 'application/json';

/** The operations that an access token is for: those without one are of a browser that signs in. `text` is the document's JSON. */
export function readDocument(text: string): ApiDocument {
  const {
    paths,
    components,
  }: {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, Schema> };
  } = JSON.parse(text);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = item[method];
      if (described?.operationId === undefined || described.security?.length === 0) return [];
      if (answersFile(described)) return [];
      return [operationOf(described, method.toUpperCase(), path, described.operationId)];
    }),
  );
  return { operations, schemas: components.schemas };
}

/** Clients read JSON; a file is better streamed to where it goes. */
export function answersFile({ responses }: Pick<Described, 'responses'>): boolean {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return success?.content !== undefined && !Object.hasOwn(success.content, json);
}

function operationOf(described: Described, method: string, path: string, name: string): ApiOperation {
  const success = Object.entries(described.responses).find(([status]) => status.startsWith('2'))?.[1];
  return {
    name,
    method,
    path,
    tag: described.tags?.[0] ?? '',
    summary: described.summary ?? name,
    description: described.description ?? '',
    // What the path has says no query again.
    parameters: (described.parameters ?? []).filter(
      (parameter) => parameter.in !== 'query' || !path.includes(`{${parameter.name}}`),
    ),
    body: described.requestBody?.content[json]?.schema,
    answer: success?.content?.[json]?.schema ?? {},
  };
}

/** What a list's answer has under `data` or `records`. */
export function itemOf({ properties = {} }: Schema): Schema | undefined {
  return properties['pagination'] && (properties['data'] ?? properties['records'])?.items;
}

/** The name of the component that a schema is. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}

/** `listRedirects` → `list`, `redirects`. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^a-z0-9]+/i)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
