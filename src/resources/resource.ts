/** A resource made from its definition: the names of its attributes, and how each one is read. */
import { formatTimestamp } from '../core/clock.ts';
import { parseUuid } from '../core/ids.ts';
import { parseInstant } from '../core/instant.ts';
import type {
  AttributeDefinition,
  AttributeName,
  Defaults,
  Definitions,
  Entity,
  FilterName,
  KeyOf,
  Reading,
  ReadOnlyName,
  SentName,
  StoredName,
  ValueOf,
  WritableName,
} from './definition.ts';
import { jsonValue, type RequestBody } from './request-body.ts';
import { allowedTextList, textListReader } from './text-list.ts';
import { allowedTextMap, textMapReader } from './text-map.ts';

/** Reads the values that a caller sends for an attribute. */
export type Attribute<T> = {
  readonly name: string;
  /** Ends the sentence "allowed: …". */
  readonly allowed: string;
  /** Errors never quote the value. */
  readonly unquoted?: boolean;
  /** The attribute whose error it has; its own otherwise. */
  readonly errorOf?: string | undefined;
  readonly read: (value: unknown, encoding: RequestBody['encoding']) => Reading<T>;
};

export type Resource<D extends Definitions> = {
  /** As the API reference calls it. */
  readonly name: string;
  readonly definitions: D;
  /** In the order of the checks. */
  readonly writable: readonly WritableName<D>[];
  readonly readOnly: readonly ReadOnlyName<D>[];
  /** By which lists can be filtered, in the order of the checks. */
  readonly filtered: readonly FilterName<D>[];
  /** What the store has: the attributes that are neither computed nor only taken. */
  readonly stored: readonly StoredName<D>[];
  /** Every attribute that a body may have, the writable ones first. */
  readonly names: readonly AttributeName<D>[];
  /** The attributes' names in the program: `preserve_path` is `preservePath`. */
  readonly keys: { readonly [K in AttributeName<D>]: KeyOf<K> };
  readonly attributes: { readonly [K in SentName<D>]: Attribute<ValueOf<D[K]>> };
  readonly defaults: Defaults<D>;
};

export function defineResource<D extends Definitions>(name: string, definitions: D): Resource<D> {
  const entries = Object.entries(definitions);
  const writable = entries.filter(([, { readOnly }]) => !readOnly);
  const namesOf = (chosen: typeof entries) => chosen.map(([each]) => each);
  const filtered = entries.filter(([, { filter }]) => filter);
  const sent = entries.filter((entry) => writable.includes(entry) || filtered.includes(entry));
  const readOnly = entries.filter((entry) => !writable.includes(entry));
  const defaults = writable.flatMap(([each, definition]) =>
    'default' in definition ? [[camelCase(each), definition.default]] : [],
  );
  const resource = {
    name,
    definitions,
    writable: namesOf(writable),
    readOnly: namesOf(readOnly),
    filtered: namesOf(filtered),
    stored: namesOf(entries.filter(([, one]) => one.type !== 'computed' && !one.writeOnly)),
    names: namesOf([...writable, ...readOnly]),
    keys: Object.fromEntries(entries.map(([each]) => [each, camelCase(each)])),
    attributes: Object.fromEntries(sent.map(([each, one]) => [each, attributeOf(each, one)])),
    defaults: Object.fromEntries(defaults),
  };
  // Its types say of each attribute what the definition does.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return resource as unknown as Resource<D>;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The resource as the API answers it; `computed` has the values that are not the entity's own. */
export function toWire<D extends Definitions>(
  { definitions, keys }: Resource<D>,
  entity: Entity<D>,
  computed: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = entity;
  const wire: Record<string, unknown> = {};
  for (const [name, { type, writeOnly }] of Object.entries(definitions)) {
    if (writeOnly) continue;
    const value = Object.hasOwn(computed, name) ? computed[name] : values[keys[name] ?? ''];
    wire[name] = type === 'timestamp' && typeof value === 'number' ? formatTimestamp(value) : value;
  }
  return wire;
}

function attributeOf(name: string, definition: AttributeDefinition): Attribute<unknown> {
  switch (definition.type) {
    case 'boolean':
      return { name, allowed: 'true or false', read: readBoolean };
    case 'integer': {
      const { minimum, maximum } = definition;
      const allowed = `an integer from ${minimum} to ${maximum}`;
      return { name, allowed, read: (value, encoding) => readInteger(value, encoding, minimum, maximum) };
    }
    case 'choice': {
      const { choices, nullable } = definition;
      const readText = ofText((text) => readChoice(text, choices));
      return {
        name,
        allowed: [...choices, ...(nullable ? ['null'] : [])].join(' or '),
        read: (value, encoding) =>
          nullable && isNull(value, encoding) ? { ok: true, value: null } : readText(value),
      };
    }
    case 'timestamp':
      return { name, allowed: definition.allowed ?? '', read: readTimestamp };
    case 'text': {
      const { allowed = '', read = (value: string) => ({ ok: true, value }) as const } = definition;
      const readText = ofText(read);
      return {
        name,
        allowed,
        unquoted: definition.unquoted === true,
        read: (value) =>
          definition.nullable && value === null ? { ok: true, value: null } : readText(value),
      };
    }
    case 'text_map':
      return { name, allowed: allowedTextMap(definition), read: textMapReader(definition) };
    case 'texts': {
      const { choices = [] } = definition;
      return { name, allowed: allowedTextList(choices), read: textListReader(choices) };
    }
    case 'json': {
      const { allowed, errorOf, read } = definition;
      const unquoted = definition.unquoted === true;
      return {
        name,
        allowed,
        errorOf,
        unquoted,
        read: (value, encoding) => read(jsonValue(value, encoding)),
      };
    }
    case 'computed': {
      const { choices = [] } = definition;
      return { name, allowed: choices.join(' or '), read: ofText((text) => readChoice(text, choices)) };
    }
    case 'uuid':
    default:
      return {
        name,
        allowed: 'a UUID',
        read: ofText((text) => {
          const value = parseUuid(text);
          return value === undefined ? { ok: false } : { ok: true, value };
        }),
      };
  }
}

/** Reads text; every other value is refused. */
export function ofText<T>(read: (text: string) => Reading<T>): (value: unknown) => Reading<T> {
  return (value) => (typeof value === 'string' ? read(value) : { ok: false, reason: 'it is not a string' });
}

const formBooleans: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** True or false in JSON; true, false, 1 or 0 in forms. */
function readBoolean(value: unknown, encoding: RequestBody['encoding']): Reading<boolean> {
  if (encoding === 'json') return typeof value === 'boolean' ? { ok: true, value } : { ok: false };
  const read =
    typeof value === 'string' && Object.hasOwn(formBooleans, value) ? formBooleans[value] : undefined;
  return read === undefined ? { ok: false } : { ok: true, value: read };
}

const decimalInteger = /^(?:0|[1-9][0-9]{0,14})$/;

/** A number in JSON, decimal digits in forms. */
function readInteger(
  sent: unknown,
  encoding: RequestBody['encoding'],
  minimum: number,
  maximum: number,
): Reading<number> {
  const value =
    encoding === 'form' && typeof sent === 'string' && decimalInteger.test(sent) ? Number(sent) : sent;
  const isAllowed =
    typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
  return isAllowed ? { ok: true, value } : { ok: false };
}

function readChoice(text: string, choices: readonly string[]): Reading<string> {
  const value = choices.find((choice) => choice === text);
  return value === undefined ? { ok: false } : { ok: true, value };
}

/** Forms have no null: there, empty text says the same. */
function isNull(sent: unknown, encoding: RequestBody['encoding']): boolean {
  return sent === null || (encoding === 'form' && sent === '');
}

/** An instant, or null. */
function readTimestamp(sent: unknown, encoding: RequestBody['encoding']): Reading<number | null> {
  if (isNull(sent, encoding)) return { ok: true, value: null };
  const value = typeof sent === 'string' ? parseInstant(sent) : undefined;
  return value === undefined ? { ok: false } : { ok: true, value };
}
