/**
 * Reads attributes from bodies. They are read one by one in the order of their definition, so that the first problem is
 * reported. Source: docs/reference/api.md ("Bodies", "Errors").
 */
import { quoteValue, ServiceError } from '../core/errors.ts';
import type { Definitions, NewValues, Values, WritableName } from './definition.ts';
import type { RequestBody } from './request-body.ts';
import type { Attribute, Resource } from './resource.ts';

/**
 * What holds between attributes: called as soon as the attribute it is named after is read or kept, and throws. The
 * attributes before it are as they will be, those after it as they were.
 */
export type Checks<D> = { readonly [K in WritableName<D>]?: (values: Values<D>) => void };

/** Reads a new resource; what is left out has its default. Errors: the attributes' own codes. */
export function readNew<D extends Definitions>(
  resource: Resource<D>,
  body: RequestBody,
  checks: Checks<D> = {},
): NewValues<D> {
  // NewValues says which of these can be undefined.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return readOver(resource, body, resource.defaults, checks) as unknown as NewValues<D>;
}

/** Reads what is given and keeps the rest of `current`. Errors: the attributes' own codes. */
export function readChanged<D extends Definitions>(
  resource: Resource<D>,
  body: RequestBody,
  current: Values<D>,
  checks: Checks<D> = {},
): Values<D> {
  return readOver(resource, body, current, checks);
}

function readOver<D extends Definitions>(
  { writable, definitions, attributes, keys }: Resource<D>,
  body: RequestBody,
  kept: Readonly<Record<string, unknown>>,
  checks: Checks<D>,
): Values<D> {
  const read = Object.fromEntries(writable.map((name) => [keys[name], kept[keys[name]]]));
  // Every key of the definition is there, and what is required is read below unless it was kept.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const values = read as Values<D>;
  for (const name of writable) {
    const key = keys[name];
    const isMissing = definitions[name]?.required === true && kept[key] === undefined;
    const given = (isMissing ? readRequired : readOptional)(body, attributes[name]);
    if (given !== undefined) read[key] = given;
    checks[name]?.(values);
  }
  return values;
}

/** Refuses attributes that the resource does not have. Errors: `parameter_unknown`. */
export function refuseUnknownAttributes(body: RequestBody, known: readonly string[]): void {
  for (const name of body.attributes.keys()) {
    if (!known.includes(name)) {
      // A file sent as it is looks like a form whose first name is a private key.
      const shown = name.includes('-----BEGIN') ? 'PEM without the name of an attribute' : quoteValue(name);
      throw new ServiceError(
        'parameter_unknown',
        `${shown} is not an attribute; allowed: ${known.length === 0 ? 'none' : known.join(', ')}`,
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
  const quoted = attribute.unquoted ? '' : ` ${quoteValue(value)}`;
  return invalid(attribute, `${attribute.name}${quoted} is invalid${because}`);
}

/** The error `<name>_invalid`; `problem` begins its message. */
export function invalid<T>({ name, errorOf = name, allowed }: Attribute<T>, problem: string): ServiceError {
  return new ServiceError({ attribute: errorOf }, `${problem}; allowed: ${allowed}`);
}
