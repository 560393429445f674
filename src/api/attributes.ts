/** Attributes of what has no definition in `src/resources/`: sessions, connect links, brands. Source: docs/reference/api.md ("Bodies"). */
import { type StringOptions, type TSchema, Type } from '@sinclair/typebox';
import { allowedLabel, maxLabelLength, parseLabel } from '../core/label.ts';
import type { Reading } from '../resources/definition.ts';
import { type Attribute, ofText } from '../resources/resource.ts';

/** An attribute with its schema for the API reference. */
export type DescribedAttribute<T> = Attribute<T> & { readonly schema: TSchema };

/** A text attribute; `read` gets only strings. */
export function textAttribute<T>(
  definition: Omit<DescribedAttribute<T>, 'read'> & { readonly read: (text: string) => Reading<T> },
): DescribedAttribute<T> {
  return { ...definition, read: ofText(definition.read) };
}

/** A text attribute of one line, such as a name that people choose. */
export function labelAttribute(
  name: string,
  { maxLength = maxLabelLength, ...options }: StringOptions,
): DescribedAttribute<string> {
  return textAttribute({
    name,
    allowed: allowedLabel(maxLength),
    schema: Type.String({ minLength: 1, maxLength, ...options }),
    read(text) {
      const value = parseLabel(text, maxLength);
      return value === undefined ? { ok: false } : { ok: true, value };
    },
  });
}

/** The same attribute, which null leaves out. */
export function nullable<T>(attribute: DescribedAttribute<T>): DescribedAttribute<T | null> {
  return {
    ...attribute,
    schema: Type.Union([attribute.schema, Type.Null()]),
    read: (value, encoding) => (value === null ? { ok: true, value: null } : attribute.read(value, encoding)),
  };
}

/** The attributes' schemas by name. */
export function schemasOf(attributes: readonly DescribedAttribute<unknown>[]): Record<string, TSchema> {
  return Object.fromEntries(attributes.map(({ name, schema }) => [name, schema]));
}
