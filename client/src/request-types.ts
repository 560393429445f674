/** What an operation of the OpenAPI document takes and answers, as types. */
import type { operations, webhooks } from './openapi.ts';
import type { operationTable } from './operations.ts';

/** The name of an operation, such as `createRedirect`. */
export type OperationName = keyof typeof operationTable & keyof operations;

type Json<Content> = Content extends { content: { 'application/json': infer Value } } ? Value : never;
type Given<Value> = [NonNullable<Value>] extends [never] ? unknown : NonNullable<Value>;

type Parameters<Name extends OperationName> = Given<operations[Name]['parameters']['path']> &
  Given<operations[Name]['parameters']['query']>;

type Body<Name extends OperationName> = operations[Name] extends { requestBody: infer Required }
  ? { body: Json<Required> }
  : operations[Name] extends { requestBody?: infer Optional }
    ? [NonNullable<Optional>] extends [never]
      ? unknown
      : { body?: Json<NonNullable<Optional>> }
    : unknown;

/** Parameters of the path and of the query by their names, `body`, and how to send it. */
export type RequestOf<Name extends OperationName> = Parameters<Name> &
  Body<Name> & {
    /** Further fields, such as `{'if-match': etag}`. */
    headers?: Readonly<Record<string, string>>;
    signal?: AbortSignal;
  };

/** The body of the answer. */
export type AnswerOf<Name extends OperationName> = {
  [Status in keyof operations[Name]['responses'] & (200 | 201 | 202)]: Json<
    operations[Name]['responses'][Status]
  >;
}[keyof operations[Name]['responses'] & (200 | 201 | 202)];

/** No argument is needed when nothing in it is. */
export type Arguments<Name extends OperationName> =
  object extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>];

/** Operations that answer a page of a list. */
export type ListName = {
  [Name in OperationName]: AnswerOf<Name> extends { pagination: unknown } ? Name : never;
}[OperationName];

export type ItemOf<Name extends ListName> =
  AnswerOf<Name> extends { data: readonly (infer Item)[] } | { records: readonly (infer Item)[] }
    ? Item
    : never;

/** What a webhook endpoint is sent, by its `type`. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends { post: { requestBody: infer Sent } } ? Json<Sent> : never;
}[keyof webhooks];
