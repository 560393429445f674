import { expect, test } from 'vitest';
import type { ApiDocument, Schema } from './api-document.ts';
import { fieldsOf } from './fields-table.tsx';
import { exampleOf, limitTexts, typeText } from './schema-text.ts';

const filter: Schema = {
  type: 'object',
  properties: { and: { type: 'array', items: { $ref: '#/x/Filter' } } },
};
const document: ApiDocument = {
  info: { title: '', version: '', description: '' },
  tags: [],
  paths: {},
  components: { schemas: { Filter: filter } },
};

test.each<[Schema, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'array', items: { type: 'integer' } }, 'array of integer'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'string' }] }, 'string or null'],
  [{ $ref: '#/components/schemas/Filter' }, 'object'],
])('the type of %j is %s', (schema, expected) => {
  expect(typeText(document, schema)).toBe(expected);
});

test('limits are said in words', () => {
  expect(limitTexts({ minimum: 1, maximum: 1000, default: 20 })).toEqual(['1 to 1000', 'default 20']);
  expect(limitTexts({ maxLength: 200, enum: ['a'] })).toEqual(['one of "a"', 'at most 200 characters']);
});

test('a schema that contains itself ends, in tables and in examples', () => {
  const fields = fieldsOf(document, { $ref: '#/components/schemas/Filter' });
  expect(fields.map(({ name }) => name)).toContain('and[].and[].and');
  expect(JSON.stringify(exampleOf(document, filter))).toContain('{"and":[{"and"');
});
