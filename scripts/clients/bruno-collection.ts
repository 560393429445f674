/** Makes a collection for Bruno (usebruno.com) from the OpenAPI document: a request for each operation, in a folder for each tag. */
import { type ApiOperation, nameOf, readDocument, type Schema } from './api-document.ts';

type File = { readonly path: string; readonly text: string };
type Schemas = Readonly<Record<string, Schema>>;

/** `document` is the text of an OpenAPI 3.1 document. Paths are relative to the collection. */
export function renderBrunoCollection(document: string): File[] {
  const { operations, schemas } = readDocument(document);
  const parameters = operations.flatMap((operation) => inPath(operation));
  const variables = [...new Set(parameters)].map((name) => `  ${name}: \n`).join('');
  const collection = { version: '1', name: 'Nameplate', type: 'collection' };
  /** Within its folder. */
  const placeOf = ({ name, tag }: ApiOperation): number =>
    operations.filter((other) => other.tag === tag).findIndex((other) => other.name === name) + 1;
  return [
    { path: 'bruno.json', text: `${JSON.stringify(collection, null, 2)}\n` },
    { path: 'collection.bru', text: 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n' },
    {
      path: 'environments/Local.bru',
      text: `vars {\n  url: http://127.0.0.1:3000\n${variables}}\nvars:secret [\n  token\n]\n`,
    },
    ...operations.map((operation) => ({
      path: `${operation.tag}/${operation.summary.replaceAll(/[^\w ’',-]/g, ' ')}.bru`,
      text: requestOf(operation, placeOf(operation), schemas),
    })),
  ];
}

function requestOf(operation: ApiOperation, place: number, schemas: Schemas): string {
  const { method, path, summary, parameters, body, description } = operation;
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => `  ~${name}: \n`);
  const values = inPath(operation).map((name) => `  ${name}: {{${name}}}\n`);
  const example = JSON.stringify(bodyOf(operation, schemas), null, 2).replaceAll('\n', '\n  ');
  return [
    `meta {\n  name: ${summary}\n  type: http\n  seq: ${place}\n}\n`,
    `${method.toLowerCase()} {\n  url: {{url}}${url}\n  body: ${body ? 'json' : 'none'}\n  auth: inherit\n}\n`,
    ...(query.length > 0 ? [`params:query {\n${query.join('')}}\n`] : []),
    ...(values.length > 0 ? [`params:path {\n${values.join('')}}\n`] : []),
    ...(body ? [`body:json {\n  ${example}\n}\n`] : []),
    `docs {\n  ${description.replaceAll('\n', '\n  ')}\n}\n`,
  ].join('\n');
}

function inPath({ parameters }: ApiOperation): string[] {
  return parameters.flatMap((parameter) => (parameter.in === 'path' ? [parameter.name] : []));
}

/** What has to be given; of a change without such, all that there is an example of. */
function bodyOf({ method, body = {} }: ApiOperation, schemas: Schemas): unknown {
  const { properties = {}, required = [] } = resolve(body, schemas);
  const names = required.length > 0 || method !== 'PUT' ? required : Object.keys(properties);
  const members = names.map((name) => [name, exampleOf(properties[name] ?? {}, schemas)] as const);
  return Object.fromEntries(
    members.flatMap(([name, value]) =>
      value === undefined && required.length === 0 ? [] : [[name, value ?? ''] as const],
    ),
  );
}

/** Of the type that the API takes; undefined where only a person can tell, as for a password. */
function exampleOf(schema: Schema, schemas: Schemas): unknown {
  const { type, examples, default: byDefault, enum: choices, ...parts } = resolve(schema, schemas);
  const told = examples?.[0] ?? byDefault ?? choices?.[0];
  if (told !== undefined) return told;
  const { anyOf = [], items, minItems = 1, properties, required = [] } = parts;
  if (items) {
    const item = exampleOf(items, schemas);
    return item === undefined ? [] : Array.from({ length: minItems }, () => item);
  }
  if (properties)
    return Object.fromEntries(
      required.map((name) => [name, exampleOf(properties[name] ?? {}, schemas) ?? '']),
    );
  if (type === 'boolean') return false;
  return anyOf.map((each) => exampleOf(each, schemas)).find((each) => each !== undefined);
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  return schemas[nameOf(schema) ?? ''] ?? schema;
}
