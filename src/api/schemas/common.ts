/** Schemas that every resource shares. Source: spec sections 4.6 and 7, contract section 2. */
import { type TInteger, type TObject, type TOptional, type TSchema, type TString, Type } from '@sinclair/typebox';

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

export const errorSchema: TObject = Type.Object(
  {
    error: Type.String({ description: 'A sentence that names the parameter and the value.' }),
    error_code: Type.String({ description: 'Machine-readable code; see the table of errors.' }),
  },
  { title: 'Error' },
);

export const messageSchema: TObject = Type.Object({ message: Type.String() }, { title: 'Message' });

/** A page of a list. */
export function pageSchema(item: TSchema): TObject {
  return Type.Object({
    data: Type.Array(item),
    pagination: Type.Object({
      page: Type.Integer({ description: 'The page returned.' }),
      count: Type.Integer({ description: 'Items in the whole collection.' }),
    }),
  });
}

export const pageQuery: Readonly<Record<'page' | 'per_page', TOptional<TInteger>>> = {
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Page number, from 1.' })),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: 20, description: 'Items per page, 1 to 1000.' }),
  ),
};

/** The error responses of a route, for the API reference. */
export function errorResponses(...statuses: number[]): Record<number, TSchema> {
  return Object.fromEntries([...new Set([401, 429, ...statuses])].map((status) => [status, errorSchema]));
}
