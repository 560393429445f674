/** How many hosts an account has, and how many of them nothing has shown to lead here. Source: docs/reference/limits.md ("Unproven hosts"). */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { dayMs } from '../core/time.ts';
import { type CountedLimit, noteUse, type User } from './limit-uses.ts';
import type { ControlSchema } from './schema.ts';

const unprovenAfterMs = 14 * dayMs;

export const hostLimit: CountedLimit = {
  name: 'hosts',
  count: (accountUuid) => sql`
    select (select count(*) from host_claims where account_uuid = ${accountUuid})
      + (select count(*) from ${waitingDomains(accountUuid)}) as used`,
  words: 'hosts',
};

export const unprovenHostLimit: CountedLimit = {
  name: 'unproven_hosts',
  count: (accountUuid, now) => sql`
    select (select count(*) from host_claims
        where account_uuid = ${accountUuid} and seen_at is null and claimed_at < ${now - unprovenAfterMs})
      + (select count(*) from ${waitingDomains(accountUuid)} and created_at < ${now - unprovenAfterMs}) as used`,
  refusal: (used, allowed) =>
    `the account has ${used} hosts older than 14 days that no record, proof or request has ever led here; allowed: at most ${allowed} (its limit "unproven_hosts"), so it gets no new ones until they are connected or deleted`,
};

/** Records that a transaction gives an account so many more hosts, or fewer. */
export function noteHosts(trx: Transaction<ControlSchema>, user: User, delta: number): void {
  noteUse(trx, user, hostLimit, delta);
  noteUse(trx, user, unprovenHostLimit, delta);
}

/** Custom domains that have no claim until there is a proof; they were never ready. */
function waitingDomains(accountUuid: string): RawBuilder<unknown> {
  return sql`custom_domains
    where account_uuid = ${accountUuid} and ready_at is null
      and not exists (
        select 1 from host_claims
        where host_claims.host = custom_domains.host and host_claims.account_uuid = custom_domains.account_uuid)`;
}
