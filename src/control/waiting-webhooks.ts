/**
 * Keeps the events that wait for an account's endpoints within its `webhook_bytes`. Source: docs/reference/limits.md,
 * docs/reference/webhooks.md ("What waits").
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Limits } from '../core/account-limits.ts';
import { type CountedLimit, readAllowed } from './limit-uses.ts';
import type { ControlSchema } from './schema.ts';

export const webhookBytesLimit: CountedLimit = {
  name: 'webhook_bytes',
  count: (accountUuid) => sql`select sum(bytes) as used from (${waitingEvents(accountUuid)}) as waiting`,
};

/** An account has this much more than it may, at most, by each process: counting all that waits takes time. */
const uncountedShare = 1 / 64;

export class WaitingWebhooks {
  readonly #limits: Limits;
  /** By account, the bytes that this process has queued since it last looked how many wait. */
  readonly #queuedSince = new Map<string, number>();
  #dropped = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Deliveries that this process has dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Takes note of bytes that are about to be queued; answers how many may wait if that is to be enforced now. */
  async queue(
    trx: Transaction<ControlSchema>,
    accountUuid: string,
    bytes: number,
  ): Promise<number | undefined> {
    const { webhook_bytes: allowed } = await readAllowed(trx, this.#limits, accountUuid);
    const queued = (this.#queuedSince.get(accountUuid) ?? 0) + bytes;
    const isDue = allowed !== null && queued >= allowed * uncountedShare;
    this.#queuedSince.set(accountUuid, isDue ? 0 : queued);
    return isDue ? allowed : undefined;
  }

  /** Cancels the oldest deliveries, so that the events of the others have at most `allowed` bytes. To be called with all endpoints locked. */
  async dropOldest(
    trx: Transaction<ControlSchema>,
    { accountUuid, allowed, now }: { accountUuid: string; allowed: number; now: number },
  ): Promise<void> {
    const endpoints = sql`select uuid from webhook_endpoints where account_uuid = ${accountUuid}`;
    const result = await sql`
      update webhook_event_deliveries set status = 'canceled', next_attempt_at = null, finished_at = ${now}
      where status = 'pending' and lease is null and endpoint_uuid in (${endpoints}) and event_uuid in (
        select event_uuid from (
          select event_uuid, sum(bytes) over (order by event_uuid desc) as newer
          from (${waitingEvents(accountUuid)}) as waiting
        ) as summed
        where newer > ${allowed}
      )`.execute(trx);
    const dropped = Number(result.numAffectedRows ?? 0n);
    if (dropped === 0) return;
    this.#dropped += dropped;
    await beginQueues(trx, sql`endpoint_uuid in (${endpoints})`);
  }
}

/** The events that wait for any of an account's endpoints, each once. */
function waitingEvents(accountUuid: string): RawBuilder<unknown> {
  return sql`
    select distinct delivery.event_uuid, event.bytes
    from webhook_event_deliveries as delivery join webhook_events as event on event.uuid = delivery.event_uuid
    where delivery.status = 'pending' and delivery.endpoint_uuid in (
      select uuid from webhook_endpoints where account_uuid = ${accountUuid})`;
}

/** Makes the first delivery of each queue due, and has the ones behind it wait. */
export async function beginQueues(
  trx: Transaction<ControlSchema>,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const isBehind = sql`exists (
    select 1 from webhook_event_deliveries as earlier
    where earlier.endpoint_uuid = webhook_event_deliveries.endpoint_uuid
      and earlier.resource = webhook_event_deliveries.resource
      and earlier.status = 'pending' and earlier.sequence < webhook_event_deliveries.sequence)`;
  await sql`
    update webhook_event_deliveries set next_attempt_at = case when next_attempt_at is null then 0 end
    where status = 'pending' and lease is null and ${condition}
      and case when next_attempt_at is null then not ${isBehind} else ${isBehind} end`.execute(trx);
}
