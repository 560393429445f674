/** What TLS connections to upstreams are made with, as workers read it. Source: docs/reference/domains.md ("TLS to upstreams"). */
import { createHash } from 'node:crypto';
import type { UpstreamTls } from '../core/route.ts';
import type { ControlQueries } from './database.ts';

/** Tells settings apart; empty: there are none. */
export function tlsDigestOf({ tlsCa }: UpstreamTls): string {
  return tlsCa === ''
    ? ''
    : createHash('sha256')
        .update(JSON.stringify([tlsCa]))
        .digest('base64url');
}

export async function findUpstreamTls(
  queries: ControlQueries,
  upstreamUuid: string,
): Promise<(UpstreamTls & { digest: string }) | undefined> {
  const row = await queries
    .selectFrom('upstreams')
    .select(['tls_digest', 'tls_ca'])
    .where('uuid', '=', upstreamUuid)
    .executeTakeFirst();
  return row && { digest: row.tls_digest, tlsCa: row.tls_ca };
}
