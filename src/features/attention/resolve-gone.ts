/**
 * Resolves findings about what is gone: a deleted domain, or one that has another host now. Source: docs/reference/findings.md ("Life").
 */
import { sql } from 'kysely';
import type { ControlDatabase } from '../../control/database.ts';
import { isOfDomain } from '../../control/host-subjects.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { Clock } from '../../core/clock.ts';
import { type FindingRow, findingTables } from './finding-rows.ts';
import { resolveFinding } from './findings.ts';

const [account, host] = [sql.ref('findings.account_uuid'), sql.ref('findings.subject_host')];
/** What checks of DNS records see of a host is about its custom domain once it has one. */
const isDomains = sql<boolean>`kind in ('dns_lost', 'dns_wrong', 'caa_forbids') and ${isOfDomain(account, host)}`;

/** Is there still what it is about. */
const isGone = sql<boolean>`resolved_at is null and case subject_type
  when 'custom_domain' then not exists (select 1 from custom_domains
    where custom_domains.uuid = subject_uuid and custom_domains.host = subject_host
      and custom_domains.account_uuid = findings.account_uuid)
  when 'redirect' then not exists (select 1 from redirects
    where redirects.uuid = subject_uuid and source_host = subject_host and redirects.account_uuid = findings.account_uuid)
    or (${isDomains})
  when 'host' then not exists (select 1 from host_rules
    where host_rules.host = subject_host and host_rules.account_uuid = findings.account_uuid)
    or exists (select 1 from redirects
      where redirects.source_host = subject_host and redirects.account_uuid = findings.account_uuid)
    or (${isDomains})
  when 'upstream' then not exists (select 1 from upstreams where upstreams.uuid = subject_uuid)
  when 'webhook_endpoint' then not exists (select 1 from webhook_endpoints where webhook_endpoints.uuid = subject_uuid)
  else false end`;

export async function resolveGone({
  database,
  clock,
}: {
  readonly database: ControlDatabase;
  readonly clock: Clock;
}): Promise<void> {
  const { queries } = database;
  // Mostly there is none: then no transaction is begun, which on SQLite would be a writer's.
  const gone = await findingTables(queries).selectFrom('findings').select('uuid').where(isGone).execute();
  if (gone.length === 0) return;
  await database.transaction(async (trx) => {
    const now = clock.now();
    const query = findingTables(trx).selectFrom('findings').selectAll().where(isGone).orderBy('uuid');
    const rows: FindingRow[] = await takingTurns(database.kind, query).execute();
    for (const row of rows) await resolveFinding(trx, row, now);
  });
}
