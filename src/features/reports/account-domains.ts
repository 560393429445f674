/** What queries over an account cover, as it is now. Source: docs/reference/query.md ("Queries over an account"). */
import { isIPv6 } from 'node:net';
import type { QueriedDomain } from '../../analytics/query/domain-dimensions.ts';
import type { ControlDatabase } from '../../control/database.ts';

/** Everything of an account that rows are recorded under: its custom domains, redirects and lists of rules. */
export async function domainsOf(
  { database }: { readonly database: ControlDatabase },
  accountUuid: string,
): Promise<QueriedDomain[]> {
  const { queries } = database;
  const customDomains = await queries
    .selectFrom('custom_domains')
    .innerJoin('upstreams', 'upstreams.uuid', 'custom_domains.upstream_uuid')
    .select([
      'custom_domains.uuid',
      'custom_domains.host',
      'custom_domains.external_id',
      'custom_domains.metadata',
      'upstreams.host as upstream_host',
      'upstreams.port as upstream_port',
    ])
    .where('custom_domains.account_uuid', '=', accountUuid)
    .execute();
  const redirects = await queries
    .selectFrom('redirects')
    .select(['uuid', 'source_host as host'])
    .where('account_uuid', '=', accountUuid)
    .execute();
  const rules = await queries
    .selectFrom('host_rules')
    .select(['uuid', 'host'])
    .where('account_uuid', '=', accountUuid)
    .execute();
  return [
    ...customDomains.map(
      ({ uuid, host, external_id: externalId, metadata, upstream_host, upstream_port }): QueriedDomain => ({
        uuid,
        host,
        custom: {
          externalId,
          upstream: `${isIPv6(upstream_host) ? `[${upstream_host}]` : upstream_host}:${upstream_port}`,
          metadata: toMap(metadata),
        },
      }),
    ),
    ...[...redirects, ...rules].map(({ uuid, host }): QueriedDomain => ({ uuid, host, custom: undefined })),
  ];
}

function toMap(json: string): Readonly<Record<string, string>> {
  const map: Record<string, string> = JSON.parse(json);
  return map;
}
