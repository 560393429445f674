/** Schemas for the API reference, from the definitions of resources. */
import { type SchemaOptions, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { batchResource } from '../../resources/batch.ts';
import type { AttributeDefinition, Definitions } from '../../resources/definition.ts';
import type { Resource } from '../../resources/resource.ts';
import { enumSchema, pageQuery, searchQuery, sortQuery, timestampSchema, uuidSchema } from './common.ts';

type Schemas = Readonly<Record<string, TSchema>>;
export type BodySchemas = { readonly create: TObject; readonly update: TObject };

/** The schema of what the API answers, registered under the resource's name; `computed` has those of its computed attributes. */
export function resourceSchema<D extends Definitions>(
  { name, definitions }: Resource<D>,
  computed: Schemas = {},
): TObject {
  return Type.Object(answeredSchemas(definitions, computed), { $id: name });
}

/** The schemas of the attributes that the API answers. */
export function answeredSchemas(definitions: Definitions, computed: Schemas = {}): Record<string, TSchema> {
  const answered = Object.entries(definitions).filter(([, { writeOnly }]) => !writeOnly);
  return Object.fromEntries(
    answered.map(([name, definition]) => {
      const schema = computed[name] ?? attributeSchema(definition);
      return [name, definition.readOnly ? { ...schema, readOnly: true } : schema];
    }),
  );
}

/** The schemas of the bodies that create and update a resource. */
export function resourceBodySchemas<D extends Definitions>({
  name,
  writable,
  definitions,
}: Resource<D>): BodySchemas {
  const pairs = writable.map((each) => [each, definitions[each]] as const);
  return bodySchemas(
    name,
    Object.fromEntries(pairs.map(([each, one]) => [each, one ? attributeSchema(one) : Type.Unknown()])),
    pairs.filter(([, one]) => one?.required).map(([each]) => each),
  );
}

/** What the body of a list of new resources has besides. */
export const batchOptions: TObject['properties'] = resourceBodySchemas(batchResource).update.properties;

/** The schemas of bodies with these attributes, registered as `…Create` and `…Update`. */
export function bodySchemas(name: string, writable: Schemas, required: readonly string[]): BodySchemas {
  const update = Type.Partial(Type.Object({ ...writable }), { $id: `${name}Update` });
  return { update, create: { ...update, $id: `${name}Create`, required: [...required] } };
}

/** The query of a list: its filters, `query` where something is searched, page and order. */
export function listQuerySchema<D extends Definitions>(
  { definitions }: Resource<D>,
  sortFields: readonly string[],
): TObject {
  const entries = Object.entries(definitions);
  const filters = entries.flatMap(([name, definition]) => {
    const { filter, type } = definition;
    if (!filter) return [];
    const { description } = filter;
    const values =
      type === 'boolean'
        ? enumSchema(['true', 'false'], { description })
        : type === 'computed' && definition.choices
          ? enumSchema(definition.choices, { description })
          : Type.String({ description });
    return [[name, Type.Optional(values)] as const];
  });
  const searched = entries.flatMap(([name, one]) => (one.searched ? [`\`${name}\``] : []));
  return Type.Object({
    ...Object.fromEntries(filters),
    ...(searched.length === 0 ? {} : { query: searchQuery(listOf(searched)) }),
    ...pageQuery,
    sort: sortQuery(sortFields),
  });
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function attributeSchema(definition: AttributeDefinition): TSchema {
  switch (definition.type) {
    case 'uuid':
      return uuidSchema;
    case 'timestamp': {
      const schema = timestampSchema(definition.description ?? '');
      return definition.nullable ? Type.Union([schema, Type.Null()]) : schema;
    }
    case 'boolean':
      return Type.Boolean(optionsOf(definition));
    case 'choice': {
      const schema = enumSchema(definition.choices, optionsOf(definition));
      return definition.nullable ? Type.Union([schema, Type.Null()]) : schema;
    }
    case 'integer': {
      const { minimum, maximum } = definition;
      return { ...Type.Integer(optionsOf(definition)), minimum, maximum };
    }
    case 'text':
      return textSchema(definition);
    case 'texts':
      return Type.Array(
        definition.choices ? enumSchema(definition.choices, {}) : Type.String(),
        optionsOf(definition),
      );
    case 'text_map':
      return textMapSchema(definition);
    case 'json':
      return Type.Unsafe({ ...optionsOf(definition), ...definition.schema });
    case 'computed':
    default:
      return Type.Unknown(optionsOf(definition));
  }
}

function textSchema(definition: Extract<AttributeDefinition, { readonly type: 'text' }>): TSchema {
  const { minLength, maxLength, pattern, writeOnly, nullable } = definition;
  const schema = Type.String({
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(writeOnly ? { writeOnly } : {}),
    ...optionsOf(definition),
  });
  return nullable ? Type.Union([schema, Type.Null()]) : schema;
}

function textMapSchema(definition: Extract<AttributeDefinition, { readonly type: 'text_map' }>): TSchema {
  const { maxEntries, maxValueLength } = definition;
  const values = Type.String({ maxLength: maxValueLength });
  return Type.Unsafe({
    ...optionsOf(definition),
    type: 'object',
    maxProperties: maxEntries,
    additionalProperties: values,
  });
}

function optionsOf(definition: AttributeDefinition): SchemaOptions {
  const { description, examples } = definition;
  return {
    ...('default' in definition ? { default: definition.default } : {}),
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples: [...examples] }),
  };
}
