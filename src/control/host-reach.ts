/** Whether visitors of hosts reach this installation, as of the last check. Source: docs/reference/diagnosis.md ("Reachable"). */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReachOutcome } from '../core/reachable.ts';
import { hasCertificate, wildcardOf } from './certificate-in-place.ts';
import type { ControlDatabase, ControlTransaction } from './database.ts';
import { inParts } from './host-parts.ts';

/** Whether the account has the host: by its claim, or a custom domain that waits for one. */
function isUsed(accountUuid: string, host: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    exists (select 1 from host_claims where host_claims.host = ${host} and host_claims.account_uuid = ${accountUuid})
    or exists (
      select 1 from custom_domains
      where custom_domains.host = ${host} and custom_domains.account_uuid = ${accountUuid}))`;
}

export type HostReach = Pick<ReachOutcome, 'reachable' | 'code'> & { readonly host: string };

/**
 * A proxy that is silent once may have been busy: only when it is twice running, it isn't known any more. One that leads here stands
 * for records that are found. A host that is reached and has a certificate is ready from then on. Of a host that the account gave up
 * during the check nothing is kept.
 */
export async function recordReach(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  accountUuid: string,
  reach: readonly HostReach[],
  now: number,
): Promise<void> {
  for (const { host, reachable, code } of reach) {
    await sql`
      insert into host_states (account_uuid, host, reachable, reachable_cause, checked_at, is_proxied)
      select ${accountUuid}, ${host}, cast(${reachable} as text), cast(${code} as text), cast(${now} as bigint),
        ${reachable === 'proxied' ? sql`1` : sql`0`}
      where ${isUsed(accountUuid, sql`${host}`)}
      on conflict (account_uuid, host) do update set
        reachable = case
          when excluded.reachable is null and host_states.reachable = 'proxied'
            and host_states.reachable_cause is null then 'proxied'
          else excluded.reachable end,
        reachable_cause = excluded.reachable_cause,
        is_proxied = case excluded.reachable when 'proxied' then 1 when 'direct' then 0 else host_states.is_proxied end,
        checked_at = excluded.checked_at`.execute(trx);
    if (reachable === 'proxied')
      await sql`
        update host_states set records_found_at = ${now}, records_missed = 0
        where account_uuid = ${accountUuid} and host = ${host}`.execute(trx);
    await sql`
      update host_states set ready_at = ${now}
      where account_uuid = ${accountUuid} and host = ${host} and ready_at is null and reachable in ('direct', 'proxied')
        and ${hasCertificate(kind, sql`host_states.account_uuid`, sql`host_states.host`, now)}`.execute(trx);
  }
}

/** Forgets what is known of those of an account's hosts that it has given up. To be called in the transaction that ends their use. */
export async function forgetReach(
  trx: ControlTransaction,
  accountUuid: string,
  hosts: readonly string[],
): Promise<void> {
  if (hosts.length === 0) return;
  await sql`
    delete from host_states
    where account_uuid = ${accountUuid} and host in (${sql.join(hosts)})
      and not ${isUsed(accountUuid, sql.ref('host_states.host'))}`.execute(trx);
}

/** Has hosts without a custom domain that were never ready, and now have a certificate with one of these names, checked at once. */
export async function checkCertified(
  trx: ControlTransaction,
  kind: ControlDatabase['kind'],
  { names, accountUuid }: { readonly names: readonly string[]; readonly accountUuid?: string },
  now: number,
): Promise<void> {
  const [account, host] = [sql.ref('host_states.account_uuid'), sql.ref('host_states.host')];
  for (const part of inParts(names)) {
    const list = sql.join(part);
    const isMeant =
      accountUuid === undefined
        ? sql`(${account}, ${host}) in (select account_uuid, host from host_claims where host in (${list}))`
        : sql`${account} = ${accountUuid} and (${host} in (${list}) or ${wildcardOf(kind, host)} in (${list}))`;
    await sql`
      update host_states set next_check_at = ${now}
      where next_check_at > ${now} and ready_at is null and ${isMeant}
        and ${hasCertificate(kind, account, host, now)}`.execute(trx);
  }
}

/** Whether one of a custom domain's hosts was reached through a proxy, or had records that lead here, and now is not reached. */
export function isReachLost(reach: readonly HostReach[]): RawBuilder<SqlBool> {
  const unreached = reach.filter(({ reachable }) => reachable === 'no').map(({ host }) => host);
  if (unreached.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`exists (
    select 1 from host_states
    where host_states.account_uuid = custom_domains.account_uuid and host_states.host in (${sql.join(unreached)})
      and records_found_at is not null)`;
}

/** Whether one of an account's hosts was last reached through a proxy. */
export async function isAnyProxied(
  queries: ControlDatabase['queries'],
  accountUuid: string,
  hosts: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from host_states
    where account_uuid = ${accountUuid} and host in (${sql.join(hosts)}) and is_proxied = 1 limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

/** Whether all of the hosts are reached. */
export function areReached(hosts: readonly string[], reach: readonly HostReach[]): boolean {
  return hosts.every((host) =>
    reach.some((each) => each.host === host && (each.reachable === 'direct' || each.reachable === 'proxied')),
  );
}
