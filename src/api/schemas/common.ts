/** Schemas that every resource shares. Source: docs/reference/api.md. */
import { STATUS_CODES } from 'node:http';
import {
  type SchemaOptions,
  type TInteger,
  type TObject,
  type TOptional,
  type TSchema,
  type TString,
  Type,
} from '@sinclair/typebox';

/** Characters of a `query`. */
export const maxSearchLength = 200;

export const uuidSchema: TString = Type.String({
  format: 'uuid',
  description: 'RFC 9562 UUID version 7, lower case.',
});

export function timestampSchema(description: string): TString {
  return Type.String({
    description: `${description} \`YYYY-MM-DDThh:mm:ss.mmm+00:00\`, UTC.`,
    examples: ['2026-05-04T09:30:00.000+00:00'],
  });
}

/** A string that is one of `values`. */
export function enumSchema(values: readonly string[], options: SchemaOptions): TSchema {
  return Type.Unsafe({ ...options, type: 'string', enum: [...values] });
}

/** Schemas with an `$id` are registered once and stand under `components` in the API reference. */
export const errorSchema: TObject = Type.Object(
  {
    error: Type.String({ description: 'A sentence that names the parameter and the value.' }),
    error_code: Type.String({ description: 'Machine-readable code; see the table of errors.' }),
  },
  { $id: 'Error' },
);

export const messageSchema: TObject = Type.Object(
  { message: Type.String({ description: 'A confirmation for people.' }) },
  { $id: 'Message' },
);

export const paginationSchema: TObject = Type.Object(
  {
    page: Type.Integer({ description: 'The page returned.' }),
    count: Type.Integer({ description: 'Items in the whole collection.' }),
  },
  { $id: 'Pagination' },
);

/** A registered schema, by its `$id`. */
export function refTo(schema: TSchema, description?: string): TSchema {
  return Type.Unsafe({ $ref: `${schema.$id}#`, ...(description === undefined ? {} : { description }) });
}

/** Header fields of answers, for the API reference. */
export const answerFields = {
  etag: {
    ETag: {
      type: 'string',
      description: 'The version of what is answered, for `If-None-Match` and `If-Match`.',
    },
  },
  link: {
    Link: { type: 'string', description: 'The URLs of the first, previous, next and last page (RFC 8288).' },
  },
  location: { Location: { type: 'string', description: 'The path of what was created.' } },
} as const;

/** The answer to a POST that names in `Location` what it created. */
export function createdSchema(schema: TSchema, description: string): TSchema {
  return { ...refTo(schema, description), headers: answerFields.location };
}

/** A page of a list under `key`; `item` is registered. */
export function pageSchema(item: TSchema, description: string, key: 'data' | 'records' = 'data'): TObject {
  return Type.Object(
    { [key]: Type.Array(refTo(item)), pagination: refTo(paginationSchema) },
    { description, headers: answerFields.link },
  );
}

/** The query of a report or a list that has no parameters. */
export const noQuerySchema: TObject = Type.Object({});

export const pageQuery: Readonly<
  Record<'page' | 'per_page', TOptional<TInteger>> & Record<'cursor', TOptional<TString>>
> = {
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Page number, from 1.' })),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: 20, description: 'Items per page, 1 to 1000.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      description:
        'Instead of `page`: empty for the first page, then as in the `next` of the `Link` field. What is added or deleted meanwhile moves nothing to another page.',
    }),
  ),
};

/** The `query` parameter of a list; `where` says what it is looked for in. */
export function searchQuery(where: string): TSchema {
  const description = `Only those that contain this text, in upper or lower case, in ${where}.`;
  return Type.Optional(Type.String({ maxLength: maxSearchLength, description }));
}

const newestFirst = '-created_at';

/** The `sort` parameter of a list that is newest first by default. */
export function sortQuery(fields: readonly string[]): TSchema {
  const choices = fields.flatMap((field) => [field, `-${field}`]);
  const description = 'Field to sort by; `-` before it for descending order.';
  // Where one may not ask for that order, it has no name.
  const byDefault = choices.includes(newestFirst) ? { default: newestFirst } : {};
  return Type.Optional(enumSchema(choices, { ...byDefault, description }));
}

/** The error responses of a route, for the API reference; every route can answer 401 and 429. */
export function errorResponses(...statuses: number[]): Record<number, TSchema> {
  const all = [...new Set([401, 429, ...statuses])];
  return Object.fromEntries(all.map((status) => [status, refTo(errorSchema, STATUS_CODES[status])]));
}
