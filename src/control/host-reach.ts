/** Whether visitors of hosts reach this installation, as of the last check. Source: docs/reference/diagnosis.md ("Reachable"). */
import { sql } from 'kysely';
import type { ReachOutcome } from '../core/reachable.ts';
import type { ControlTransaction } from './database.ts';

export type HostReach = Pick<ReachOutcome, 'reachable' | 'code'> & { readonly host: string };

/** A proxy that is silent once may have been busy: only when it is twice running, it isn't known any more. */
export async function recordReach(
  trx: ControlTransaction,
  accountUuid: string,
  reach: readonly HostReach[],
  now: number,
): Promise<void> {
  for (const { host, reachable, code } of reach)
    await sql`
      insert into host_states (account_uuid, host, reachable, reachable_cause, checked_at)
      values (${accountUuid}, ${host}, ${reachable}, ${code}, ${now})
      on conflict (account_uuid, host) do update set
        reachable = case
          when excluded.reachable is null and host_states.reachable = 'proxied'
            and host_states.reachable_cause is null then 'proxied'
          else excluded.reachable end,
        reachable_cause = excluded.reachable_cause,
        checked_at = excluded.checked_at`.execute(trx);
}

/** Whether all of the hosts are reached. */
export function areReached(hosts: readonly string[], reach: readonly HostReach[]): boolean {
  return hosts.every((host) =>
    reach.some((each) => each.host === host && (each.reachable === 'direct' || each.reachable === 'proxied')),
  );
}
