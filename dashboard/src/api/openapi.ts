/** The types of the API are the client's. */
export type { components, operations, paths } from '../../../client/src/openapi.ts';
