/** Schemas in words, and the example request that a schema suggests. */
import { type ApiDocument, resolveSchema, type Schema } from './api-document.ts';

/** Objects inside objects are shown down to this depth; the query's filters nest without end. */
const maxDepth = 3;

/** A schema's type as people say it: `string`, `array of object`, `string or null`. */
export function typeText(document: ApiDocument, given: Schema): string {
  const schema = resolveSchema(document, given);
  if (schema.anyOf) {
    return [...new Set(schema.anyOf.map((choice) => typeText(document, choice)))].join(' or ');
  }
  if (schema.type === 'array') {
    return schema.items ? `array of ${typeText(document, schema.items)}` : 'array';
  }
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return typeof schema.type === 'string' ? schema.type : 'any';
}

/** What a schema allows beyond its type: choices, limits and the default. */
export function limitTexts(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength } = schema;
  return [
    schema.format,
    schema.enum && `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`,
    rangeText(minimum, maximum, ''),
    rangeText(minLength, maxLength, ' characters'),
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((text) => typeof text === 'string');
}

function rangeText(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (most === undefined) return `at least ${least}${unit}`;
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
}

/** The properties of an object, or of the objects in an array; none for everything else. */
export function propertiesOf(document: ApiDocument, given: Schema, depth = 0): [string, Schema][] {
  const schema = resolveSchema(document, given);
  if (depth > maxDepth) return [];
  if (schema.items) return propertiesOf(document, schema.items, depth);
  return Object.entries(schema.properties ?? {});
}

/** A value that the schema allows: its example, its default, or something of its type. */
export function exampleOf(document: ApiDocument, given: Schema, depth = 0): unknown {
  const schema = resolveSchema(document, given);
  const shown = schema.examples?.[0] ?? schema.default ?? schema.enum?.[0];
  if (shown !== undefined) return shown;
  const choice = schema.anyOf?.[0];
  if (choice) return exampleOf(document, choice, depth);
  if (depth > maxDepth) return null;
  if (schema.type === 'array') return schema.items ? [exampleOf(document, schema.items, depth + 1)] : [];
  if (schema.properties) {
    const names = schema.required ?? Object.keys(schema.properties);
    return Object.fromEntries(
      names.map((name) => [name, exampleOf(document, schema.properties?.[name] ?? {}, depth + 1)]),
    );
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  return schema.type === 'boolean' ? true : '';
}
