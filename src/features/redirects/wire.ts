/** Redirects on the wire. Source: docs/reference/redirects.md ("Attributes"). */
import type { TObject } from '@sinclair/typebox';
import { resourceBodySchemas } from '../../api/schemas/resource.ts';
import { type ResourceSchemas, schemasOf } from '../../kernel/resource-words.ts';
import { type Redirect, redirectBatchResource, redirectResource } from '../../resources/redirect.ts';
import { toWire } from '../../resources/resource.ts';

export const redirectSchemas: ResourceSchemas = schemasOf(redirectResource);
export const redirectBatchOptions: TObject['properties'] =
  resourceBodySchemas(redirectBatchResource).update.properties;

export function redirectToWire(redirect: Redirect): Record<string, unknown> {
  return toWire(redirectResource, redirect);
}
