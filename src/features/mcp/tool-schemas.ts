/** Schemas that the arguments and answers of several tools are made of. */
import {
  type TArray,
  type TBoolean,
  type TInteger,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TString,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import { defaultLimit } from './tool-api.ts';

const maxLimit = 100;

/** Arguments; others are refused. */
export function input<Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false });
}

export function text(description: string, maxLength: number = 2_000): TString {
  return Type.String({ description, minLength: 1, maxLength });
}

export function choice<Value extends string>(
  values: readonly Value[],
  description: string,
  byDefault?: Value,
): TUnsafe<Value> {
  return Type.Unsafe<Value>({
    type: 'string',
    enum: [...values],
    description,
    ...(byDefault !== undefined && { default: byDefault }),
  });
}

export function flag(description: string): TBoolean {
  return Type.Boolean({ description });
}

type PageProperties = { limit: TOptional<TInteger>; cursor: TOptional<TString> };

export function pageProperties(byDefault: number = defaultLimit): PageProperties {
  return {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxLimit,
        default: byDefault,
        description: 'At most so many rows.',
      }),
    ),
    cursor: Type.Optional(text('`next_cursor` of the answer before, with the same arguments.')),
  };
}

export const customDomain: TString = text('Uuid or host of a custom domain.', 255);
export const day = (description: string): TString => text(description, 10);

/** Objects whose members are those of the API's answer. */
export function rows(description: string): TArray {
  return Type.Array(object(description), { description });
}

export function object(description: string): TObject {
  return Type.Object({}, { additionalProperties: true, description });
}

export const count: TInteger = Type.Integer({ description: 'How many there are on all pages.' });
export const nextCursor: TSchema = Type.Unsafe({
  type: ['string', 'null'],
  description: 'Pass it as `cursor` for the next rows; null: there are no more.',
});
export const number = (description: string): TSchema => Type.Number({ description });
