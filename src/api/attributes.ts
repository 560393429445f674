/**
 * Attributes of resources in bodies: each has its schema (for the API reference) and reads a value. Routes read them
 * one by one in the order of their page, so that the first problem is reported.
 * Source: docs/reference/api.md ("Bodies", "Errors").
 */
import {
  type StringOptions,
  type TBoolean,
  type TInteger,
  type TObject,
  type TSchema,
  Type,
} from '@sinclair/typebox';
import { type ErrorCode, quoteValue, ServiceError } from '../core/errors.ts';
import { allowedLabel, maxLabelLength, parseLabel } from '../core/label.ts';
import type { RequestBody } from './body/request-body.ts';
import { enumSchema } from './schemas/common.ts';

/** The outcome of reading a value: what it means, or what is wrong with it. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason?: string };

export type Attribute<T> = {
  readonly name: string;
  readonly code: ErrorCode;
  /** Ends the sentence "allowed: …". */
  readonly allowed: string;
  readonly schema: TSchema;
  readonly read: (value: unknown, encoding: RequestBody['encoding']) => Reading<T>;
};

/** A text attribute; `read` gets only strings. */
export function textAttribute<T>(
  definition: Omit<Attribute<T>, 'read' | 'schema'> & {
    schema: TSchema;
    read: (text: string) => Reading<T>;
  },
): Attribute<T> {
  return {
    ...definition,
    read: (value) =>
      typeof value === 'string' ? definition.read(value) : { ok: false, reason: 'it is not a string' },
  };
}

const formBooleans: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** A text attribute of one line, such as a name that people choose. */
export function labelAttribute(
  name: string,
  code: ErrorCode,
  { maxLength = maxLabelLength, ...options }: StringOptions,
): Attribute<string> {
  return textAttribute({
    name,
    code,
    allowed: allowedLabel(maxLength),
    schema: Type.String({ minLength: 1, maxLength, ...options }),
    read(text) {
      const value = parseLabel(text, maxLength);
      return value === undefined ? { ok: false } : { ok: true, value };
    },
  });
}

/** A boolean attribute: true or false in JSON; true, false, 1 or 0 in forms. */
export function booleanAttribute(name: string, code: ErrorCode, schema: TBoolean): Attribute<boolean> {
  return {
    name,
    code,
    schema,
    allowed: 'true or false',
    read(value, encoding) {
      if (encoding === 'json') return typeof value === 'boolean' ? { ok: true, value } : { ok: false };
      const read =
        typeof value === 'string' && Object.hasOwn(formBooleans, value) ? formBooleans[value] : undefined;
      return read === undefined ? { ok: false } : { ok: true, value: read };
    },
  };
}

/** An attribute that is one of a few words. */
export function choiceAttribute<T extends string>(
  name: string,
  code: ErrorCode,
  choices: readonly T[],
  schemaOptions: { readonly default: T; readonly description: string },
): Attribute<T> {
  return textAttribute({
    name,
    code,
    allowed: choices.join(' or '),
    schema: enumSchema(choices, schemaOptions),
    read(text) {
      const value = choices.find((choice) => choice === text);
      return value === undefined ? { ok: false } : { ok: true, value };
    },
  });
}

const decimalInteger = /^(?:0|[1-9][0-9]{0,14})$/;

/** An integer within the schema's bounds: a number in JSON, decimal digits in forms. */
export function integerAttribute(
  name: string,
  code: ErrorCode,
  schema: TInteger & { readonly minimum: number; readonly maximum: number },
): Attribute<number> {
  const { minimum, maximum } = schema;
  return {
    name,
    code,
    schema,
    allowed: `an integer from ${minimum} to ${maximum}`,
    read(sent, encoding) {
      const value =
        encoding === 'form' && typeof sent === 'string' && decimalInteger.test(sent) ? Number(sent) : sent;
      const isAllowed =
        typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
      return isAllowed ? { ok: true, value } : { ok: false };
    },
  };
}

/** The schemas of the bodies that create and update a resource of this name, registered as `…Create` and `…Update`. */
export function bodySchemas(
  resource: string,
  writable: readonly Attribute<unknown>[],
  required: readonly Attribute<unknown>[],
): { readonly create: TObject; readonly update: TObject } {
  const update = Type.Partial(Type.Object(attributeSchemas(writable)), { $id: `${resource}Update` });
  const create = { ...update, $id: `${resource}Create`, required: required.map(({ name }) => name) };
  return { create, update };
}

/** The schemas of attributes by their names. */
export function attributeSchemas(attributes: readonly Attribute<unknown>[]): Record<string, TSchema> {
  return Object.fromEntries(attributes.map(({ name, schema }) => [name, schema]));
}

/** Refuses attributes that the resource does not have. Errors: `parameter_unknown`. */
export function refuseUnknownAttributes(body: RequestBody, known: readonly string[]): void {
  for (const name of body.attributes.keys()) {
    if (!known.includes(name)) {
      throw new ServiceError(
        'parameter_unknown',
        `${quoteValue(name)} is not an attribute; allowed: ${known.length === 0 ? 'none' : known.join(', ')}`,
      );
    }
  }
}

/** Reads an attribute that may be left out. Errors: the attribute's own code. */
export function readOptional<T>(body: RequestBody, attribute: Attribute<T>): T | undefined {
  if (!body.attributes.has(attribute.name)) return undefined;
  const value = body.attributes.get(attribute.name);
  if (body.repeated.has(attribute.name))
    throw invalid(attribute, `${attribute.name} is given more than once`);
  const reading = attribute.read(value, body.encoding);
  if (reading.ok) return reading.value;
  throw attributeInvalid(attribute, value, reading.reason);
}

/** Reads an attribute that must be there. Errors: the attribute's own code. */
export function readRequired<T>(body: RequestBody, attribute: Attribute<T>): T {
  const value = readOptional(body, attribute);
  if (value === undefined) throw invalid(attribute, `${attribute.name} is missing`);
  return value;
}

/** Reads a text that did not come in a body, as if it had come in a form. Errors: the attribute's own code. */
export function readText<T>(text: string, attribute: Attribute<T>): T {
  const reading = attribute.read(text, 'form');
  if (reading.ok) return reading.value;
  throw attributeInvalid(attribute, text, reading.reason);
}

/** The error for a value that an attribute cannot take. */
export function attributeInvalid<T>(attribute: Attribute<T>, value: unknown, reason = ''): ServiceError {
  const because = reason === '' ? '' : `: ${reason}`;
  return invalid(attribute, `${attribute.name} ${quoteValue(value)} is invalid${because}`);
}

function invalid<T>(attribute: Attribute<T>, problem: string): ServiceError {
  return new ServiceError(attribute.code, `${problem}; allowed: ${attribute.allowed}`);
}
