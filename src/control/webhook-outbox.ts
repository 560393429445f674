/**
 * The deliveries that are due, for the nodes that send them. Source: docs/reference/webhooks.md ("Attempts").
 *
 * States of a delivery: pending (behind another one → due → leased → due again after a failure) → delivered, failed
 * or canceled; a replay makes it pending again. Ending a delivery makes the next one of its queue due, in one transaction
 * that holds a lock on the endpoint. What a process that died has sent is sent again: see
 * node-leases.ts.
 */
import { type Selectable, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { dayMs } from '../core/time.ts';
import type {
  FailedAttempt,
  LeasedDelivery,
  ShareOut,
  WebhookAttempt,
  WebhookOutbox,
} from '../core/webhook-delivery.ts';
import type { WebhookDeliveryStatus } from '../core/webhook-event.ts';
import { actingAs, serviceActor } from './acting.ts';
import { recordChange } from './audit-trail.ts';
import { auditedWebhookEndpoint } from './audited.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction } from './database.ts';
import { disableEndpoint } from './disable-webhooks.ts';
import { moveDeliveries } from './migrations/0045-webhook-events.ts';
import type { NodeLeases } from './node-leases.ts';
import { takingTurns } from './row-lock.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from './schema.ts';
import { beginQueues } from './waiting-webhooks.ts';
import { toAttempts } from './webhook-delivery-row.ts';
import { toAuditedEndpoint } from './webhook-endpoint-row.ts';
import { dueAtOnce } from './webhook-queue.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

/** An endpoint that did nothing but fail for this long is disabled. */
const failingMs = 5 * dayMs;
/** One of its attempts lies so far from the first and the last: otherwise it may be the clock that went on. */
const apartMs = dayMs / 2;
/** Of a delivery, in the log. */
const attemptsKept = 20;

export class DatabaseOutbox implements WebhookOutbox {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #secrets: WebhookSecrets;
  readonly #leases: NodeLeases;

  constructor(database: ControlDatabase, clock: Clock, secrets: WebhookSecrets, leases: NodeLeases) {
    this.#database = database;
    this.#clock = clock;
    this.#secrets = secrets;
    this.#leases = leases;
  }

  async takeDue(now: number, leaseMs: number, shareOut: ShareOut): Promise<LeasedDelivery[]> {
    await this.#moveOlder(now);
    const endpoints = await selectDueEndpoints(this.#database.queries, now);
    const shares = shareOut(endpoints.map(({ uuid, account_uuid: accountUuid }) => ({ uuid, accountUuid })));
    // Mostly there are none: then no transaction is begun, which on SQLite would be a writer's.
    if (shares.size === 0) return [];
    const lease = this.#leases.newLease();
    return this.#database.transaction(async (trx) => {
      const taken: LeasedDelivery[] = [];
      for (const endpoint of endpoints) {
        const limit = shares.get(endpoint.uuid);
        if (limit === undefined) continue;
        const rows = await this.#lease(trx, endpoint.uuid, { now, leaseMs, lease, limit });
        const bodies = await readBodies(trx, rows);
        for (const row of rows)
          taken.push(this.#toLeased(row, bodies.get(row.event_uuid) ?? '', { endpoint, lease }));
      }
      return taken;
    });
  }

  succeed(delivery: LeasedDelivery, attempt: WebhookAttempt): Promise<void> {
    return this.#database.transaction(async (trx) => {
      const found = await this.#lock(trx, delivery);
      if (!found) return;
      if (found.endpoint.failing_since !== null)
        await trx
          .updateTable('webhook_endpoints')
          .set({ failing_since: null })
          .where('uuid', '=', delivery.endpointUuid)
          .execute();
      await this.#end(trx, found.row, 'delivered', attempt);
    });
  }

  fail(
    delivery: LeasedDelivery,
    { attempt, nextAttemptAt, isGone }: FailedAttempt,
  ): Promise<string | undefined> {
    return actingAs(serviceActor, () =>
      this.#database.transaction(async (trx) => {
        const found = await this.#lock(trx, delivery);
        if (!found) return undefined;
        const { row, endpoint } = found;
        if (nextAttemptAt === undefined || isGone) await this.#end(trx, row, 'failed', attempt);
        else
          await trx
            .updateTable('webhook_event_deliveries')
            .set({
              attempts: withAttempt(row, attempt),
              failures: row.failures + 1,
              next_attempt_at: nextAttemptAt,
              lease: null,
            })
            .where('uuid', '=', row.uuid)
            .execute();
        return await this.#noteFailure(trx, endpoint, row, isGone);
      }),
    );
  }

  async putOff({ uuid, lease }: LeasedDelivery, nextAttemptAt: number): Promise<void> {
    await this.#database.transaction((trx) =>
      trx
        .updateTable('webhook_event_deliveries')
        .set({ next_attempt_at: nextAttemptAt, lease: null })
        .where('uuid', '=', uuid)
        .where('lease', '=', lease)
        .execute(),
    );
  }

  async #lease(
    trx: ControlTransaction,
    endpointUuid: string,
    { now, leaseMs, lease, limit }: { now: number; leaseMs: number; lease: string; limit: number },
  ): Promise<Selectable<WebhookDeliveryRow>[]> {
    const due = trx
      .selectFrom('webhook_event_deliveries')
      .select('uuid')
      .where('endpoint_uuid', '=', endpointUuid)
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .orderBy('sequence')
      .limit(limit);
    const found = await (this.#database.kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
    if (found.length === 0) return [];
    return await trx
      .updateTable('webhook_event_deliveries')
      .set({ lease, next_attempt_at: now + leaseMs })
      .where(
        'uuid',
        'in',
        found.map(({ uuid }) => uuid),
      )
      .returningAll()
      .execute();
  }

  /** Takes over what programs of the version before have queued, unless they are sending it. */
  async #moveOlder(now: number): Promise<void> {
    const { queries, kind } = this.#database;
    const older = queries.selectFrom('webhook_deliveries').select('endpoint_uuid');
    if (!(await older.limit(1).executeTakeFirst())) return;
    await this.#database.transaction(async (trx) => {
      const endpoints = trx.selectFrom('webhook_endpoints').select('uuid').where('uuid', 'in', older);
      await takingTurns(kind, endpoints.orderBy('uuid')).execute();
      const leased = trx
        .selectFrom('webhook_deliveries')
        .select('uuid')
        .where('lease', 'is not', null)
        .where('next_attempt_at', '>', now);
      if (await leased.limit(1).executeTakeFirst()) return;
      await moveDeliveries(trx);
      await beginQueues(trx, sql`true`);
    });
  }

  #toLeased(
    row: Selectable<WebhookDeliveryRow>,
    body: string,
    { endpoint, lease }: { endpoint: DueEndpoint; lease: string },
  ): LeasedDelivery {
    const stored = {
      endpointUuid: endpoint.uuid,
      keyId: endpoint.key_id,
      text: endpoint.sealed_secrets,
      previousExpiresAt: endpoint.previous_secret_expires_at,
    };
    return {
      uuid: row.uuid,
      endpointUuid: endpoint.uuid,
      accountUuid: endpoint.account_uuid,
      url: endpoint.url,
      body,
      failures: row.failures,
      lease,
      secrets: () => this.#secrets.open(stored, this.#clock.now()),
    };
  }

  /** Locks the endpoint and finds the delivery, if the lease is still ours. */
  async #lock(trx: ControlTransaction, { uuid, endpointUuid, lease }: LeasedDelivery) {
    const query = trx.selectFrom('webhook_endpoints').selectAll().where('uuid', '=', endpointUuid);
    const endpoint = await takingTurns(this.#database.kind, query).executeTakeFirst();
    const mine = trx
      .selectFrom('webhook_event_deliveries')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('lease', '=', lease);
    const row = await takingTurns(this.#database.kind, mine).executeTakeFirst();
    return endpoint && row && { endpoint, row };
  }

  /** Ends a delivery and makes the next one of its queue due. */
  async #end(
    trx: ControlTransaction,
    row: Selectable<WebhookDeliveryRow>,
    status: WebhookDeliveryStatus,
    attempt: WebhookAttempt,
  ): Promise<void> {
    await trx
      .updateTable('webhook_event_deliveries')
      .set({
        status,
        attempts: withAttempt(row, attempt),
        next_attempt_at: null,
        lease: null,
        finished_at: this.#clock.now(),
      })
      .where('uuid', '=', row.uuid)
      .execute();
    const next = trx
      .selectFrom('webhook_event_deliveries')
      .select('uuid')
      .where('endpoint_uuid', '=', row.endpoint_uuid)
      .where('resource', '=', row.resource)
      .where('status', '=', sql.lit('pending' as const))
      .orderBy('sequence')
      .limit(1);
    await trx
      .updateTable('webhook_event_deliveries')
      .set({ next_attempt_at: dueAtOnce })
      .where('uuid', '=', next)
      .execute();
  }

  /** Disables an endpoint that is gone, or has done nothing but fail for days. */
  async #noteFailure(
    trx: ControlTransaction,
    before: Selectable<WebhookEndpointRow>,
    row: Selectable<WebhookDeliveryRow>,
    isGone: boolean,
  ): Promise<string | undefined> {
    const now = this.#clock.now();
    const since = before.failing_since ?? now;
    // Otherwise the clock was ahead when it failed for the first time.
    const isPast = since <= now;
    const isFailingLong = now - since >= failingMs && (await this.#failedBetween(trx, row, since, now));
    const reason = isGone
      ? 'it answered 410 Gone'
      : isFailingLong
        ? 'every attempt failed for five days'
        : undefined;
    if (reason === undefined) {
      if (before.failing_since === null || !isPast)
        await trx
          .updateTable('webhook_endpoints')
          .set({ failing_since: now })
          .where('uuid', '=', before.uuid)
          .execute();
      return undefined;
    }
    const after = await disableEndpoint(trx, before, reason, now);
    const old = toAuditedEndpoint(before);
    recordChange(trx, auditedWebhookEndpoint, before.account_uuid, old, toAuditedEndpoint(after));

    return reason;
  }

  /** Whether there was an attempt well after the one time and well before the other. */
  async #failedBetween(
    trx: ControlTransaction,
    { endpoint_uuid, attempts }: Selectable<WebhookDeliveryRow>,
    since: number,
    now: number,
  ): Promise<boolean> {
    const [from, to] = [since + apartMs, now - apartMs];
    if (toAttempts(attempts).some(({ at }) => at > from && at < to)) return true;
    const found = await trx
      .selectFrom('webhook_event_deliveries')
      .select('uuid')
      .where('endpoint_uuid', '=', endpoint_uuid)
      .where('status', '=', 'failed')
      .where('finished_at', '>', from)
      .where('finished_at', '<', to)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }
}

type DueEndpoint = Pick<
  Selectable<WebhookEndpointRow>,
  'uuid' | 'account_uuid' | 'url' | 'sealed_secrets' | 'key_id' | 'previous_secret_expires_at'
>;

/** Goes from one endpoint to the next in the index of what is due: many deliveries to one cost no more than a few. */
async function selectDueEndpoints(queries: ControlQueries, now: number): Promise<DueEndpoint[]> {
  const { rows } = await sql<DueEndpoint>`
    with recursive ids (uuid) as (
      select min(endpoint_uuid) from webhook_event_deliveries where next_attempt_at is not null
      union all
      select (
        select min(endpoint_uuid) from webhook_event_deliveries
        where next_attempt_at is not null and endpoint_uuid > ids.uuid
      ) from ids where ids.uuid is not null
    )
    select endpoint.uuid, endpoint.account_uuid, endpoint.url, endpoint.sealed_secrets, endpoint.key_id,
      endpoint.previous_secret_expires_at
    from ids join webhook_endpoints as endpoint on endpoint.uuid = ids.uuid
    where exists (
      select 1 from webhook_event_deliveries as due
      where due.endpoint_uuid = endpoint.uuid and due.next_attempt_at <= ${now}
    )`.execute(queries);
  return rows;
}

/** By the uuids of the events. */
async function readBodies(
  queries: ControlQueries,
  rows: readonly Selectable<WebhookDeliveryRow>[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map();
  const uuids = rows.map(({ event_uuid }) => event_uuid);
  const events = await queries
    .selectFrom('webhook_events')
    .select(['uuid', 'body'])
    .where('uuid', 'in', uuids)
    .execute();
  return new Map(events.map(({ uuid, body }) => [uuid, body]));
}

function withAttempt({ attempts }: Selectable<WebhookDeliveryRow>, attempt: WebhookAttempt): string {
  return JSON.stringify([...toAttempts(attempts), attempt].slice(-attemptsKept));
}
