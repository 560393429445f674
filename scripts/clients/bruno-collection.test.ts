/** The collection for Bruno. Source: docs/reference/client.md ("Bruno"). */
import { expect, test } from 'vitest';
import { renderBrunoCollection } from './bruno-collection.ts';

/** The body of the one request that a document has. */
function bodyOf(method: string, schema: object): unknown {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } };
  const item = { type: 'object', required: ['host'], properties: { host: { examples: ['a.example'] } } };
  const operation = { operationId: 'x', tags: ['Tag'], requestBody: { content }, responses: {} };
  const text = JSON.stringify({
    paths: { '/x': { [method]: operation } },
    components: { schemas: { Body: schema, Item: item } },
  });
  const request = renderBrunoCollection(text).at(-1)?.text ?? '';
  return JSON.parse(/^body:json \{$(.*?)^\}$/ms.exec(request)?.[1] ?? '');
}

const choices = { type: 'string', enum: ['one', 'two'] };

test('a body has what has to be given, of the type that it has', () => {
  const properties = {
    name: { type: 'string' },
    metrics: { type: 'array', items: choices },
    steps: {
      type: 'array',
      minItems: 2,
      items: { anyOf: [{ required: ['goal'], properties: { goal: {} } }] },
    },
    items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
    parts: { type: 'array', items: { type: 'string' } },
    kind: choices,
    isOn: { type: 'boolean' },
    range: { default: '28d' },
    color: { anyOf: [{ type: 'string', examples: ['red'] }, { type: 'null' }] },
    other: { type: 'string', examples: ['x'] },
  };
  const required = Object.keys(properties).filter((name) => name !== 'other');
  expect(bodyOf('post', { type: 'object', required, properties })).toEqual({
    name: '',
    metrics: ['one'],
    steps: [{ goal: '' }, { goal: '' }],
    items: [{ host: 'a.example' }],
    parts: [],
    kind: 'one',
    isOn: false,
    range: '28d',
    color: 'red',
  });
});

test('a change has all that there is an example of, and what needs nothing has nothing', () => {
  const properties = { kind: choices, password: { type: 'string' } };
  expect(bodyOf('put', { type: 'object', properties })).toEqual({ kind: 'one' });
  expect(bodyOf('post', { type: 'object', properties })).toEqual({});
});
