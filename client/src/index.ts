/** A typed client of Nameplate's API for Node, Deno, Bun and browsers. Source: docs/reference/client.md. */
export { type ClientOptions, createClient, type NameplateClient } from './client.ts';
export { NameplateError } from './error.ts';
export type { components } from './openapi.ts';
export type { AnswerOf, ItemOf, ListName, OperationName, RequestOf, WebhookEvent } from './request-types.ts';
