/** The authorities of visitors' client certificates, as workers read them. Source: docs/reference/tls.md ("Client certificates"). */
import type { ClientCa } from '../core/route.ts';
import type { ControlQueries } from './database.ts';

export async function findClientCa(
  queries: ControlQueries,
  customDomainUuid: string,
): Promise<ClientCa | undefined> {
  const row = await queries
    .selectFrom('custom_domains')
    .select(['tls_client_ca_digest', 'tls_client_ca'])
    .where('uuid', '=', customDomainUuid)
    .executeTakeFirst();
  return row && row.tls_client_ca !== ''
    ? { digest: row.tls_client_ca_digest, pem: row.tls_client_ca }
    : undefined;
}
