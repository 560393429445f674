/** Upstreams on the wire. Source: docs/reference/domains.md ("Upstreams"). */
import { Type } from '@sinclair/typebox';
import { type Caller, isGranted } from '../../api/caller.ts';
import { timestampSchema } from '../../api/schemas/common.ts';
import { expiryOf } from '../../certificates/upstream-tls.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { type ResourceSchemas, schemasOf } from '../../kernel/resource-words.ts';
import { toWire } from '../../resources/resource.ts';
import { type Upstream, upstreamResource } from '../../resources/upstream.ts';

export const upstreamSchemas: ResourceSchemas = schemasOf(upstreamResource, {
  auth_token: Type.Union([
    Type.String({ description: upstreamResource.definitions.auth_token.description }),
    Type.Null(),
  ]),
  tls_client_certificate_expires_at: Type.Union([
    timestampSchema('When `tls_client_certificate` expires; null without one.'),
    Type.Null(),
  ]),
});

/** Its token is for those who may change it: whoever has it passes as this service. */
export function upstreamToWire(upstream: Upstream, caller: Caller): Record<string, unknown> {
  const expiresAt = expiryOf(upstream.tlsClientCertificate);
  const wire = toWire(upstreamResource, upstream, {
    tls_client_certificate_expires_at: expiresAt === null ? null : formatTimestamp(expiresAt),
  });
  return isGranted(caller, 'write') ? wire : { ...wire, auth_token: null };
}

export function deletedUpstreamMessage(upstream: Upstream, domainsDeleted: number): string {
  const domains = domainsDeleted === 1 ? '1 custom domain' : `${domainsDeleted} custom domains`;
  return `Upstream ${upstream.uuid} of ${upstream.host} was deleted, and ${domains} with it.`;
}
