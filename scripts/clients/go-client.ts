/** Makes the client for Go from the OpenAPI document, as gofmt lays it out. */
import { type ApiOperation, itemOf, nameOf, readDocument, type Schema, wordsOf } from './api-document.ts';

/** Words that Go writes in capital letters. */
const initialisms = new Set([
  'api',
  'csv',
  'dns',
  'http',
  'id',
  'ip',
  'tls',
  'ttl',
  'uri',
  'url',
  'uuid',
  'utm',
  'xml',
]);
/** Of the frame. */
const taken = new Set(['Error', 'Pagination']);
const reserved = new Set(['type', 'range', 'func', 'map', 'var', 'package', 'import', 'interface']);

/** `document` is the text of an OpenAPI 3.1 document, `frame` what all operations share. */
export function renderGoClient(document: string, frame: string): string {
  const { operations, schemas } = readDocument(document);
  const types = Object.entries(schemas)
    .filter(([name]) => !taken.has(name))
    .map(
      ([name, schema]) =>
        `\n// ${exported(name)} is a component of the document.\ntype ${exported(name)} ${typeOf(schema, '')}\n`,
    );
  return `${frame}${types.join('')}${operations.map(methodOf).join('')}`;
}

function methodOf(operation: ApiOperation): string {
  const { name, method, path, summary, parameters, body, answer } = operation;
  const ids = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const own = exported(name);
  const item = itemOf(answer);
  const answered = item
    ? `Page[${typeOf(item, '')}]`
    : (nameOf(answer) && exported(nameOf(answer) ?? '')) || `${own}Answer`;
  const declared =
    item || nameOf(answer)
      ? ''
      : `\n// ${own}Answer is what ${own} answers.\ntype ${own}Answer ${typeOf(answer, '')}\n`;
  const given = [
    'ctx context.Context',
    ...(ids.length > 0 ? [`${ids.map(local).join(', ')} string`] : []),
    ...(query.length > 0 ? [`query *${own}Query`] : []),
    ...(body ? [`body ${nameOf(body) ? `*${exported(nameOf(body) ?? '')}` : 'any'}`] : []),
  ];
  const asked =
    query.length === 0
      ? ''
      : `\n// ${own}Query has the parameters of ${own}.\ntype ${own}Query struct {\n${aligned(
          '\t',
          query.map((parameter) => [exported(parameter.name), `*${scalarOf(parameter.schema)}`, '']),
        )}}\n\nfunc (q *${own}Query) values() url.Values {\n\tvalues := url.Values{}\n\tif q == nil {\n\t\treturn values\n\t}\n${query
          .map((parameter) => `\tset(values, "${parameter.name}", q.${exported(parameter.name)})\n`)
          .join('')}\treturn values\n}\n`;
  // A nil pointer in an interface is not nil.
  const sent = body ? (nameOf(body) ? 'orNone(body)' : 'body') : 'nil';
  return `${declared}${asked}
// ${own}: ${lowerFirst(summary)}.
func (c *Client) ${own}(${given.join(', ')}) (*${answered}, error) {
	answer := new(${answered})
	ids := []string{${ids.map(local).join(', ')}}
	err := c.ask(ctx, "${method}", "${path}", ids, ${query.length > 0 ? 'query' : 'nil'}, ${sent}, answer)
	if err != nil {
		return nil, err
	}
	return answer, nil
}
`;
}

/** The Go type of a schema, with its lines indented. */
function typeOf(schema: Schema, indent: string): string {
  const name = nameOf(schema);
  if (name !== undefined) return exported(name);
  const { anyOf, type, items, properties, additionalProperties, patternProperties } = schema;
  if (anyOf) {
    const others = anyOf.filter((one) => one.type !== 'null');
    const [only] = others;
    if (!only || others.length !== 1) return 'any';
    const told = typeOf(only, indent);
    return /^(?:\*|\[\]|map|any)/.test(told) ? told : `*${told}`;
  }
  if (type === 'array') return `[]${items ? typeOf(items, indent) : 'any'}`;
  if (type === 'object' && properties && Object.keys(properties).length > 0) return structOf(schema, indent);
  if (type === 'object') {
    const value = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
    return `map[string]${typeof value === 'object' ? typeOf(value, indent) : 'any'}`;
  }
  return typeof type === 'string' ? scalarOf(schema) : 'any';
}

function structOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const fields = Object.entries(properties).map(([name, schema]): Field => {
    const isRequired = required.includes(name);
    const told = typeOf(schema, `${indent}\t`);
    const isNullable = /^(?:\*|\[\]|map|any)/.test(told);
    const tag = `\`json:"${name}${isRequired ? '' : ',omitempty'}"\``;
    return [exported(name), isRequired || isNullable ? told : `*${told}`, tag];
  });
  return `struct {\n${aligned(`${indent}\t`, fields)}${indent}}`;
}

type Field = readonly [name: string, type: string, tag: string];

/** In columns; a field of several lines ends them. */
function aligned(indent: string, fields: readonly Field[]): string {
  let text = '';
  for (let start = 0; start < fields.length; ) {
    const broken = fields.findIndex(([, type], at) => at >= start && type.includes('\n'));
    const end = broken === -1 ? fields.length : broken + 1;
    const section = fields.slice(start, end);
    const lines = section.filter(([, type]) => !type.includes('\n'));
    const names = Math.max(...section.map(([name]) => name.length));
    const types = Math.max(0, ...lines.map(([, type]) => type.length));
    for (const [name, type, tag] of section) {
      const padded = tag === '' || type.includes('\n') ? type : type.padEnd(types);
      text += `${indent}${name.padEnd(names)} ${padded}${tag === '' ? '' : ` ${tag}`}\n`;
    }
    start = end;
  }
  return text;
}

function scalarOf({ type }: Schema): string {
  return type === 'integer'
    ? 'int64'
    : type === 'number'
      ? 'float64'
      : type === 'boolean'
        ? 'bool'
        : type === 'string'
          ? 'string'
          : 'any';
}

function exported(name: string): string {
  return (
    wordsOf(name)
      .map((word) =>
        initialisms.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
      )
      .reduce((text, word) => (/\d$/.test(text) && /^\d/.test(word) ? `${text}_${word}` : text + word), '')
      // Two numbers stay two, and no name begins with one.
      .replace(/^(?=\d)/, 'N')
  );
}

function local(name: string): string {
  const [first = '', ...others] = wordsOf(name);
  const plain = first + exported(others.join(' '));
  return reserved.has(plain) ? `${plain}Value` : plain;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
