/** What TLS connections to upstreams are made with, as workers read it. Source: docs/reference/domains.md ("TLS to upstreams"). */
import { createHash } from 'node:crypto';
import type { UpstreamTls } from '../core/route.ts';
import type { ControlQueries } from './database.ts';
import type { UpstreamClientKeys } from './upstream-client-keys.ts';

/** Tells settings apart; empty: there are none. A certificate has one key, so the key need not be known. */
export function tlsDigestOf({
  tlsCa,
  tlsClientCertificate,
}: Pick<UpstreamTls, 'tlsCa' | 'tlsClientCertificate'>): string {
  if (tlsCa === '' && tlsClientCertificate === '') return '';
  // Without a client certificate it stays what it was before there were any.
  const parts = tlsClientCertificate === '' ? [tlsCa] : [tlsCa, tlsClientCertificate];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

export async function findUpstreamTls(
  queries: ControlQueries,
  clientKeys: UpstreamClientKeys,
  upstreamUuid: string,
): Promise<(UpstreamTls & { digest: string }) | undefined> {
  const row = await queries
    .selectFrom('upstreams')
    .leftJoin('upstream_client_keys', 'upstream_client_keys.upstream_uuid', 'upstreams.uuid')
    .select(['tls_digest', 'tls_ca', 'tls_client_certificate', 'sealed_key'])
    .select('upstream_client_keys.key_id')
    .where('upstreams.uuid', '=', upstreamUuid)
    .executeTakeFirst();
  if (!row) return undefined;
  const { sealed_key, key_id } = row;
  return {
    digest: row.tls_digest,
    tlsCa: row.tls_ca,
    tlsClientCertificate: row.tls_client_certificate,
    tlsClientKey:
      sealed_key === null || key_id === null
        ? ''
        : await clientKeys.open(upstreamUuid, { sealed_key, key_id }),
  };
}
