/** Makes the client for Python from the OpenAPI document. */
import { type ApiOperation, itemOf, readDocument, wordsOf } from './api-document.ts';

const keywords = new Set(['class', 'from', 'import', 'in', 'is']);

/** `document` is the text of an OpenAPI 3.1 document, `frame` the program with the line `    # OPERATIONS`. */
export function renderPythonClient(document: string, frame: string): string {
  const { operations } = readDocument(document);
  return frame.replace('    # OPERATIONS\n', () => operations.map(methodOf).join('\n'));
}

function methodOf(operation: ApiOperation): string {
  const { name, method, path, summary, parameters, body } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const takesIfMatch = parameters.some((parameter) => parameter.name === 'if-match');
  const isList = itemOf(operation.answer) !== undefined;
  const named = [
    ...(body ? ['body: Any = None'] : []),
    ...query.map((parameter) => `${argumentOf(parameter.name)}: Any = None`),
    ...(takesIfMatch ? ['if_match: Optional[str] = None'] : []),
    ...(method === 'POST' ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  const given = [
    'self',
    ...inPath.map((parameter) => `${argumentOf(parameter.name)}: str`),
    ...(named.length > 0 ? ['*', ...named] : []),
  ];
  const sent = [
    `"${method}"`,
    `"${path}"`,
    table(inPath),
    ...(query.length > 0 ? [`query=${table(query)}`] : []),
    ...(body ? ['body=body'] : []),
    ...(takesIfMatch ? ['if_match=if_match'] : []),
    ...(method === 'POST' ? ['idempotency_key=idempotency_key'] : []),
  ];
  return `    def ${wordsOf(name).join('_')}(
        ${given.join(',\n        ')},
    ) -> ${isList ? '"Page"' : 'Any'}:
        """${summary}."""
        return self._ask(
            ${sent.join(',\n            ')},
        )
`;
}

/** A dict of the parameters by their names. */
function table(parameters: ApiOperation['parameters']): string {
  return `{${parameters.map(({ name }) => `"${name}": ${argumentOf(name)}`).join(', ')}}`;
}

function argumentOf(name: string): string {
  const plain = name.replaceAll(/[^a-z0-9_]/gi, '_');
  return keywords.has(plain) ? `${plain}_` : plain;
}
