/** Redirects on the wire. Source: docs/reference/redirects.md ("Attributes"). */
import type { TObject } from '@sinclair/typebox';
import {
  type BodySchemas,
  listQuerySchema,
  resourceBodySchemas,
  resourceSchema,
} from '../../api/schemas/resource.ts';
import {
  type Redirect,
  redirectBatchResource,
  redirectResource,
  redirectSortFields,
} from '../../resources/redirect.ts';
import { toWire } from '../../resources/resource.ts';

export const redirectSchema: TObject = resourceSchema(redirectResource);
export const redirectBodySchemas: BodySchemas = resourceBodySchemas(redirectResource);
export const redirectBatchOptions: TObject['properties'] =
  resourceBodySchemas(redirectBatchResource).update.properties;
export const redirectQuerySchema: TObject = listQuerySchema(redirectResource, redirectSortFields);

export function redirectToWire(redirect: Redirect): Record<string, unknown> {
  return toWire(redirectResource, redirect);
}
