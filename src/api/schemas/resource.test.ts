import { expect, test } from 'vitest';
import { defineResource } from '../../resources/resource.ts';
import { listQuerySchema, resourceBodySchemas, resourceSchema } from './resource.ts';

const thing = defineResource('Thing', {
  uuid: { type: 'uuid', readOnly: true },
  port: { type: 'integer', required: true, minimum: 1, maximum: 65_535 },
  web_analytics: { type: 'choice', choices: ['inject', 'off'], default: 'inject' },
  secret: { type: 'text', writeOnly: true, maxLength: 9 },
  name: { type: 'text', searched: true, filter: { by: 'whole', description: 'Only this one.' } },
});

test('bodies have the writable attributes as properties, and creating requires some', () => {
  const { create, update } = resourceBodySchemas(thing);
  expect(Object.keys(update.properties)).toEqual(['port', 'web_analytics', 'secret', 'name']);
  expect(update.properties['secret']).toMatchObject({ type: 'string', maxLength: 9, writeOnly: true });
  expect(update).toMatchObject({ $id: 'ThingUpdate' });
  expect(update.required).toBeUndefined();
  expect(create).toMatchObject({ $id: 'ThingCreate', required: ['port'] });
});

test('answers have every attribute but those that are only taken', () => {
  const { properties } = resourceSchema(thing);
  expect(Object.keys(properties)).toEqual(['uuid', 'port', 'web_analytics', 'name']);
  expect(properties['port']).toMatchObject({ type: 'integer', minimum: 1, maximum: 65_535 });
  expect(properties['web_analytics']).toMatchObject({ enum: ['inject', 'off'], default: 'inject' });
});

test('lists take their filters, a search where something is searched, a page and an order', () => {
  const { properties } = listQuerySchema(thing, ['name']);
  expect(Object.keys(properties)).toEqual(['name', 'query', 'page', 'per_page', 'cursor', 'sort']);
  expect(properties['query']).toMatchObject({ description: expect.stringContaining('in `name`.') });
});
