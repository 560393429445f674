/** Makes a collection for Bruno (usebruno.com) from the OpenAPI document: a request for each operation, in a folder for each tag. */
import { type ApiOperation, nameOf, readDocument, type Schema } from './api-document.ts';

type File = { readonly path: string; readonly text: string };

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

function requestOf(
  operation: ApiOperation,
  place: number,
  schemas: Readonly<Record<string, Schema>>,
): string {
  const { method, path, summary, parameters, body, description } = operation;
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => `  ~${name}: \n`);
  const values = inPath(operation).map((name) => `  ${name}: {{${name}}}\n`);
  const attributes = schemas[(body && nameOf(body)) ?? ''] ?? body;
  const example = JSON.stringify(exampleOf(attributes ?? {}), null, 2).replaceAll('\n', '\n  ');
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

/** What has to be given, or all that may be. */
function exampleOf({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const names = required.length > 0 ? required : Object.keys(properties);
  return Object.fromEntries(
    names.map((name) => {
      const { default: byDefault, examples } = properties[name] ?? {};
      return [name, examples?.[0] ?? byDefault ?? ''];
    }),
  );
}
