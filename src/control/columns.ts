/** Columns of a resource: each is called what the API calls the attribute, and stores it in a portable type. */
import type { ColumnType } from 'kysely';
import type { AttributeName, Definitions, KeyOf, StoredName, ValueOf } from '../resources/definition.ts';
import type { Resource } from '../resources/resource.ts';
import type { Flag } from './flag.ts';

/** Written once on insert. */
export type Constant<T> = ColumnType<T, T, never>;

type StoredValue<D> = D extends { readonly type: 'boolean' }
  ? Flag
  : D extends { readonly type: 'texts' | 'text_map' | 'json' }
    ? string
    : ValueOf<D>;

type ConstantName = 'uuid' | 'account_uuid' | 'created_at';

/** The columns of what is stored, for the schema. */
export type ColumnsOf<D extends Definitions, Name extends StoredName<D> = StoredName<D>> = {
  [K in Name]: K extends ConstantName ? Constant<StoredValue<D[K]>> : StoredValue<D[K]>;
};

type StoredValues<D extends Definitions, Name extends AttributeName<D>> = {
  -readonly [K in Name]: StoredValue<D[K]>;
};

type Fields<D extends Definitions, Name extends AttributeName<D>> = {
  readonly [K in Name as KeyOf<K>]: ValueOf<D[K]>;
};

/** What the columns `names` store of an entity. */
export function toColumns<D extends Definitions, Name extends AttributeName<D>>(
  { definitions, keys }: Resource<D>,
  names: readonly Name[],
  entity: Fields<D, Name>,
): StoredValues<D, Name> {
  const values: Readonly<Record<string, unknown>> = entity;
  const columns: Record<string, unknown> = {};
  for (const name of names) columns[name] = toStored(definitions[name]?.type, values[keys[name]]);
  // Each column was made from the attribute of its name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return columns as StoredValues<D, Name>;
}

/** What the columns `names` of a row say of the entity. */
export function fromColumns<D extends Definitions, Name extends AttributeName<D>>(
  { definitions, keys }: Resource<D>,
  names: readonly Name[],
  row: StoredValues<D, Name>,
): Fields<D, Name> {
  const fields: Record<string, unknown> = {};
  for (const name of names) fields[keys[name]] = fromStored(definitions[name]?.type, row[name]);
  // Each field was made from the column of its name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return fields as Fields<D, Name>;
}

function toStored(type: Definitions[string]['type'] | undefined, value: unknown): unknown {
  if (type === 'boolean') return value === true ? 1 : 0;
  return isJson(type) ? JSON.stringify(value) : value;
}

function fromStored(type: Definitions[string]['type'] | undefined, stored: unknown): unknown {
  if (type === 'boolean') return stored === 1;
  return isJson(type) ? JSON.parse(String(stored)) : stored;
}

function isJson(type: Definitions[string]['type'] | undefined): boolean {
  return type === 'texts' || type === 'text_map' || type === 'json';
}
