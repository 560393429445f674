/**
 * Keeps the events that wait for an account's endpoints within its `webhook_bytes`. Source: docs/reference/limits.md,
 * docs/reference/webhooks.md ("What waits").
 */
import { sql, type Transaction } from 'kysely';
import type { Limits } from '../core/account-limits.ts';
import { type CountedLimit, readAllowed } from './limit-uses.ts';
import type { ControlSchema } from './schema.ts';
import { beginQueues, waitingEvents } from './waiting-events.ts';

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
