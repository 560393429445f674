/**
 * Checks a tool's arguments against its input schema, so strictly that a misspelt name is refused and named. Knows the words of JSON
 * Schema that tools use.
 */
import type { TSchema } from '@sinclair/typebox';
import { quoteValue } from '../../core/errors.ts';
import { Refused } from './tool-api.ts';

/** Errors: {@link Refused} `parameter_unknown`, `<name>_invalid`. */
export function checkArguments(schema: TSchema, args: Readonly<Record<string, unknown>>): void {
  const properties: Readonly<Record<string, TSchema>> = schema['properties'];
  const names = Object.keys(properties);
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Refused(
      'parameter_unknown',
      `${quoteValue(unknown)} is not an argument; allowed: ${names.join(', ')}`,
    );
  const required: readonly string[] = schema['required'] ?? [];
  for (const name of names) {
    const property = properties[name];
    const value = args[name];
    if (value === undefined && required.includes(name))
      throw new Refused(`${name}_invalid`, `${name} is missing; allowed: ${property && allowedBy(property)}`);
    const wrong = value === undefined || !property ? undefined : problemOf(property, value, name);
    if (wrong !== undefined) throw new Refused(`${name}_invalid`, wrong);
  }
}

/** A sentence about the first place that is wrong. */
function problemOf(schema: TSchema, value: unknown, place: string): string | undefined {
  if (!fits(schema, value)) return `${place} ${quoteValue(value)} is invalid; allowed: ${allowedBy(schema)}`;
  const items: TSchema | undefined = schema['items'];
  if (!Array.isArray(value) || !items) return undefined;
  return value.map((item: unknown, at) => problemOf(items, item, `${place}[${at}]`)).find(Boolean);
}

function fits(schema: TSchema, value: unknown): boolean {
  const { type, minimum = -Infinity, maximum = Infinity } = schema;
  if (schema['enum']) return schema['enum'].includes(value);
  switch (type) {
    case 'string':
      return (
        typeof value === 'string' &&
        value.length >= (schema['minLength'] ?? 0) &&
        value.length <= (schema['maxLength'] ?? Infinity)
      );
    case 'integer':
      return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return (
        Array.isArray(value) &&
        value.length >= (schema['minItems'] ?? 0) &&
        value.length <= (schema['maxItems'] ?? Infinity)
      );
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return true;
  }
}

function allowedBy(schema: TSchema): string {
  const { type, minimum, maximum, minLength = 0, maxLength, minItems = 0, maxItems } = schema;
  if (schema['enum']) return schema['enum'].join(', ');
  if (type === 'integer') return `an integer from ${minimum} to ${maximum}`;
  if (type === 'string' && maxLength !== undefined)
    return `a string of ${minLength} to ${maxLength} characters`;
  if (type === 'array' && maxItems !== undefined) return `a list of ${minItems} to ${maxItems} entries`;
  return (
    { string: 'a string', boolean: 'true or false', array: 'a list', object: 'an object' }[String(type)] ??
    'any value'
  );
}
