/** Deliveries as an account sees them: the log, replays and tests. Source: docs/reference/webhooks.md ("Deliveries"). */

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type {
  ControlDatabase,
  ControlQueries,
  ControlTransaction,
  StoreParts,
} from '../../control/database.ts';
import { type PageQuery, selectPage } from '../../control/page-query.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { WebhookDeliveryRow } from '../../control/schema.ts';
import {
  toSummary,
  type WebhookDelivery,
  type WebhookDeliverySummary,
} from '../../control/webhook-delivery-row.ts';
import {
  dueAtOnce,
  findQueues,
  messageOf,
  queueAt,
  reserveSequences,
  storeEvents,
} from '../../control/webhook-queue.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { type WebhookDeliveryStatus, webhookTestType } from '../../core/webhook-event.ts';

export type DeliveryQuery = Omit<PageQuery<never>, 'sort'> & {
  readonly endpointUuid: string;
  readonly status?: WebhookDeliveryStatus | undefined;
  readonly type?: string | undefined;
};

const newestFirst = { field: 'created_at', direction: 'desc' } as const;
const rowsPerDeletion = 5_000;
/** Of an endpoint, in the log. */
const keptOfEndpoint = 100_000;

export class WebhookDeliveries {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /** One page, newest first, and the count of all that match, as of one moment. */
  async list(query: DeliveryQuery): Promise<{ deliveries: WebhookDeliverySummary[]; count: number }> {
    const { endpointUuid: endpoint_uuid, status, type } = query;
    const { rows, count } = await selectPage(
      this.#database.queries,
      'webhook_event_deliveries',
      { endpoint_uuid, status, type },
      { ...query, sort: newestFirst },
    );
    return { deliveries: rows.map(toSummary), count };
  }

  async find(endpointUuid: string, uuid: string): Promise<WebhookDelivery | undefined> {
    const row = await this.#database.queries
      .selectFrom('webhook_event_deliveries')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('endpoint_uuid', '=', endpointUuid)
      .executeTakeFirst();
    return row && withBody(this.#database.queries, row);
  }

  /**
   * Has a delivery sent again, under the same id: one that has ended is queued as if it were new, one that waits for its next
   * attempt is due at once. Undefined when the account has no such delivery. Errors: `webhook_endpoint_inactive`.
   */
  replay(accountUuid: string, endpointUuid: string, uuid: string): Promise<WebhookDelivery | undefined> {
    return this.#database.transaction(async (trx) => {
      if (!(await this.#lockActive(trx, accountUuid, endpointUuid))) return undefined;
      const delivery = trx
        .selectFrom('webhook_event_deliveries')
        .selectAll()
        .where('uuid', '=', uuid)
        .where('endpoint_uuid', '=', endpointUuid);
      const row = await takingTurns(this.#database.kind, delivery).executeTakeFirst();
      if (!row) return undefined;
      const isWaiting = row.status === 'pending';
      // One that is being sent, or is behind another one, stays as it is.
      if (isWaiting && (row.lease !== null || row.next_attempt_at === null)) return withBody(trx, row);
      const change = isWaiting
        ? { next_attempt_at: dueAtOnce }
        : await this.#queuedAgain(trx, endpointUuid, row.resource);
      const changed = await trx
        .updateTable('webhook_event_deliveries')
        .set(change)
        .where('uuid', '=', uuid)
        .returningAll()
        .executeTakeFirstOrThrow();
      return withBody(trx, changed);
    });
  }

  /**
   * Queues a test event for one endpoint, unless one is waiting already; undefined when the account has no such endpoint. Errors:
   * `webhook_endpoint_inactive`.
   */
  sendTest(accountUuid: string, endpointUuid: string): Promise<WebhookDelivery | undefined> {
    return this.#database.transaction(async (trx) => {
      if (!(await this.#lockActive(trx, accountUuid, endpointUuid))) return undefined;
      const waiting = await trx
        .selectFrom('webhook_event_deliveries')
        .selectAll()
        .where('endpoint_uuid', '=', endpointUuid)
        .where('resource', '=', endpointUuid)
        .where('status', '=', sql.lit('pending' as const))
        .executeTakeFirst();
      if (waiting) return withBody(trx, waiting);
      const event = {
        accountUuid,
        type: webhookTestType,
        resource: endpointUuid,
        data: () => ({ webhook_endpoint_uuid: endpointUuid }),
      } as const;
      const now = this.#clock.now();
      const last = (await reserveSequences(trx, endpointUuid, 1)) ?? 0;
      const messages = [messageOf(event, now)];
      await storeEvents(trx, messages);
      const [uuid] = await queueAt(trx, endpointUuid, { messages, last, now });
      const row = await trx
        .selectFrom('webhook_event_deliveries')
        .selectAll()
        .where('uuid', '=', uuid ?? '')
        .executeTakeFirst();
      return row && withBody(trx, row);
    });
  }

  /** Deletes the deliveries that have ended, from before an instant and beyond the newest ones of each endpoint. */
  async deleteBefore(beforeMs: number): Promise<void> {
    await this.#deleteEnded(sql`created_at < ${beforeMs}`);
    const endpoints = await this.#database.queries
      .selectFrom('webhook_endpoints')
      .select('uuid')
      .where('last_sequence', '>', keptOfEndpoint)
      .execute();
    for (const { uuid } of endpoints) {
      const surplus = await this.#database.queries
        .selectFrom('webhook_event_deliveries')
        .select('created_at')
        .where('endpoint_uuid', '=', uuid)
        .orderBy('created_at', 'desc')
        .orderBy('uuid', 'desc')
        .offset(keptOfEndpoint)
        .limit(1)
        .executeTakeFirst();
      if (surplus)
        await this.#deleteEnded(sql`endpoint_uuid = ${uuid} and created_at < ${surplus.created_at}`);
    }
  }

  async #deleteEnded(condition: RawBuilder<unknown>): Promise<void> {
    for (let deleted = rowsPerDeletion; deleted === rowsPerDeletion; ) {
      deleted = await this.#database.transaction(async (trx) => {
        const { rows } = await sql<{ event_uuid: string }>`
          delete from webhook_event_deliveries where uuid in (
            select uuid from webhook_event_deliveries where ${condition} and status <> 'pending'
            limit ${sql.lit(rowsPerDeletion)}
          ) returning event_uuid`.execute(trx);
        const events = [...new Set(rows.map(({ event_uuid }) => event_uuid))];
        if (events.length > 0)
          await sql`
            delete from webhook_events where uuid in (${sql.join(events)}) and not exists (
              select 1 from webhook_event_deliveries where event_uuid = webhook_events.uuid)`.execute(trx);
        return rows.length;
      });
    }
  }

  /** Behind what waits, as it is the newest now. */
  async #queuedAgain(trx: ControlTransaction, endpointUuid: string, resource: string) {
    const sequence = ((await reserveSequences(trx, endpointUuid, 1)) ?? 0) + 1;
    const isBehind = (await findQueues(trx, endpointUuid, [resource])).length > 0;
    return {
      sequence,
      status: 'pending',
      failures: 0,
      next_attempt_at: isBehind ? null : dueAtOnce,
      lease: null,
      finished_at: null,
    } as const;
  }

  /** Locks an endpoint of the account until the transaction ends; answers whether there is one. */
  async #lockActive(trx: ControlTransaction, accountUuid: string, endpointUuid: string): Promise<boolean> {
    const query = trx
      .selectFrom('webhook_endpoints')
      .select('active')
      .where('uuid', '=', endpointUuid)
      .where('account_uuid', '=', accountUuid);
    const row = await takingTurns(this.#database.kind, query).executeTakeFirst();
    if (row?.active === 0)
      throw new ServiceError(
        'webhook_endpoint_inactive',
        `webhook endpoint ${quoteValue(endpointUuid)} is not active, so nothing is sent to it; set active to true first`,
      );
    return row !== undefined;
  }
}

async function withBody(
  queries: ControlQueries,
  row: Selectable<WebhookDeliveryRow>,
): Promise<WebhookDelivery> {
  const { body } = await queries
    .selectFrom('webhook_events')
    .select('body')
    .where('uuid', '=', row.event_uuid)
    .executeTakeFirstOrThrow();
  return { ...toSummary(row), body };
}
