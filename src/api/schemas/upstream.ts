/** Upstreams on the wire. Source: docs/reference/domains.md ("Upstreams"). */
import type { TObject } from '@sinclair/typebox';
import { toWire } from '../../resources/resource.ts';
import { type Upstream, upstreamResource, upstreamSortFields } from '../../resources/upstream.ts';
import { type BodySchemas, listQuerySchema, resourceBodySchemas, resourceSchema } from './resource.ts';

export const upstreamSchema: TObject = resourceSchema(upstreamResource);
export const upstreamBodySchemas: BodySchemas = resourceBodySchemas(upstreamResource);
export const upstreamQuerySchema: TObject = listQuerySchema(upstreamResource, upstreamSortFields);

export function upstreamToWire(upstream: Upstream): Record<string, unknown> {
  return toWire(upstreamResource, upstream);
}

export function deletedUpstreamMessage(upstream: Upstream, domainsDeleted: number): string {
  const domains = domainsDeleted === 1 ? '1 custom domain' : `${domainsDeleted} custom domains`;
  return `Upstream ${upstream.uuid} of ${upstream.host} was deleted, and ${domains} with it.`;
}
