/**
 * Keeps `ready` of custom domains in line with what it follows from, and has other hosts checked that a new certificate may make
 * ready. To be called last in a transaction that changes the result of a check, a claim or a certificate, before revisions are
 * recorded. Source: docs/reference/domains.md ("Ready").
 */
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { hasCertificate, wildcardOf } from './certificate-in-place.ts';
import { toCustomDomain } from './custom-domain-row.ts';
import type { ControlDatabase, ControlTransaction } from './database.ts';
import { checkCertified } from './host-reach.ts';
import type { CustomDomainRow } from './schema.ts';
import { recordDomainEvent } from './webhook-events.ts';

type Subject =
  | { readonly uuid: string }
  /** Domains, of one account or all, that a certificate with these names may cover, or their `www.` hosts. */
  | { readonly names: readonly string[]; readonly accountUuid?: string };

/** Names in one statement; each takes four parameters and both engines allow at least 32,766. */
const namesPerStatement = 1_000;
const host = sql`custom_domains.host`;
const wwwHost = sql`'www.' || custom_domains.host`;

export async function refreshReadiness(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  subject: Subject,
  now: number,
): Promise<void> {
  for (const isMeant of conditionsOf(kind, subject)) {
    const isReady = conditionOf(kind, now);
    // Plain SQL: it isn't the actor's change, so the audit trail has nothing of it.
    const { rows } = await sql<Selectable<CustomDomainRow>>`
      update custom_domains set ready = 1, ready_at = coalesce(ready_at, ${now})
      where ready = 0 and ${isMeant} and ${isReady} returning *`.execute(trx);
    for (const row of rows) recordDomainEvent(trx, 'custom_domain.ready', toCustomDomain(row));
    await sql`update custom_domains set ready = 0
      where ready = 1 and ${isMeant} and not (${isReady})`.execute(trx);
  }
  if ('names' in subject) await checkCertified(trx, kind, subject, now);
}

function conditionsOf(kind: ControlDatabase['kind'], subject: Subject): RawBuilder<SqlBool>[] {
  if ('uuid' in subject) return [sql`custom_domains.uuid = ${subject.uuid}`];
  const conditions: RawBuilder<SqlBool>[] = [];
  for (let start = 0; start < subject.names.length; start += namesPerStatement) {
    const names = subject.names.slice(start, start + namesPerStatement);
    const list = sql.join(names);
    const hosts = sql.join(
      names.flatMap((name) => (name.startsWith('www.') ? [name, name.slice(4)] : [name])),
    );
    const isCovered = names.some((name) => name.startsWith('*.'))
      ? sql`(${host} in (${hosts}) or ${wildcardOf(kind, host)} in (${list}) or '*.' || ${host} in (${list}))`
      : sql`${host} in (${hosts})`;
    conditions.push(
      subject.accountUuid === undefined
        ? sql`${isCovered}`
        : sql`custom_domains.account_uuid = ${subject.accountUuid} and ${isCovered}`,
    );
  }
  return conditions;
}

function conditionOf(kind: ControlDatabase['kind'], now: number): RawBuilder<SqlBool> {
  const account = sql`custom_domains.account_uuid`;
  const isInPlace = (name: RawBuilder<unknown>) => hasCertificate(kind, account, name, now);
  return sql`(
    case
      when challenge_type = 'dns01' then challenges_delegated = 1
      when status = 'dns_records_found' then 1 = 1
      else ${isReached(host)} and (redirect_to_www = 0 or ${isReached(wwwHost)}) end
    and ${isInPlace(host)} and (redirect_to_www = 0 or ${isInPlace(wwwHost)}))`;
}

function isReached(name: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from host_states
    where host_states.account_uuid = custom_domains.account_uuid and host_states.host = ${name}
      and host_states.reachable in ('direct', 'proxied'))`;
}
