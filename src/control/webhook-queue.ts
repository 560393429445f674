/**
 * Queues deliveries of events. Source: docs/reference/webhooks.md ("Order").
 *
 * A resource's deliveries to an endpoint form a queue in the order of `sequence`, which the endpoint's row counts. Only
 * the first one of a queue has a time of its next attempt; the one behind it gets it when the first one has ended
 * (webhook-deliveries.ts). The endpoint's row stays locked until the commit, so sequences have the order of commits, and
 * nobody ends a queue's first delivery while another one is being put behind it.
 */
import { type Selectable, sql, type Transaction } from 'kysely';
import { formatTimestamp, systemClock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import type { WebhookEventType, webhookTestType } from '../core/webhook-event.ts';
import { disableEndpoint } from './disable-webhooks.ts';
import { together } from './pipelining.ts';
import type { ControlSchema, WebhookEndpointRow } from './schema.ts';
import type { WaitingWebhooks } from './waiting-webhooks.ts';

export type QueuedEvent = {
  readonly accountUuid: string;
  readonly type: WebhookEventType | typeof webhookTestType;
  readonly resource: string;
  readonly data: () => Readonly<Record<string, unknown>>;
};

/** An endpoint's row, from before and from after it was disabled. */
export type DisabledEndpoint = {
  readonly before: Selectable<WebhookEndpointRow>;
  readonly after: Selectable<WebhookEndpointRow>;
};

/** An event as it is stored, once. */
type Message = Pick<QueuedEvent, 'type' | 'resource'> & {
  readonly uuid: string;
  readonly body: string;
  readonly bytes: number;
};

/** Due at once, also for a node whose clock is behind. */
export const dueAtOnce = 0;
/** Of an endpoint. Counted whenever so many more have been queued, so it can be passed by as many. */
const maxWaiting = 100_000;
const countEvery = 1_000;
/** Each takes a dozen parameters; both engines allow at least 32,766. */
const rowsPerInsert = 1_000;

/**
 * Stores a delivery of each event for each endpoint that is active and subscribes to it. An endpoint for which too many would
 * wait is disabled instead, so that no account fills the store with events that nobody reads; answers those. Of an account for which
 * too many bytes would wait, the oldest are dropped. Nothing is queued unless `mayEnd` resolves: what else may fail the transaction.
 */
export async function queueDeliveries(
  trx: Transaction<ControlSchema>,
  events: readonly QueuedEvent[],
  waiting: WaitingWebhooks,
  mayEnd: Promise<unknown>,
): Promise<readonly DisabledEndpoint[]> {
  if (events.length === 0) return [];
  const accounts = [...new Set(events.map(({ accountUuid }) => accountUuid))];
  const endpoints = await trx
    .selectFrom('webhook_endpoints')
    .select(['uuid', 'account_uuid', 'events'])
    .where('account_uuid', 'in', accounts)
    .where('active', '=', 1)
    // In one order everywhere, so that no two transactions wait for each other.
    .orderBy('uuid')
    .execute();
  const now = systemClock.now();
  const disabled: DisabledEndpoint[] = [];
  const made = new Map<QueuedEvent, Message>();
  const wanted = endpoints.map((endpoint) => {
    const types: readonly string[] = JSON.parse(endpoint.events);
    const messages = events
      .filter(({ accountUuid, type }) => accountUuid === endpoint.account_uuid && isSubscribed(types, type))
      .map((event) => {
        const message = made.get(event) ?? messageOf(event, now);
        made.set(event, message);
        return message;
      });
    return { endpoint, messages };
  });
  // What is taken note of isn't taken back with the transaction.
  if (made.size > 0) await mayEnd;
  /** What may wait of the accounts for which that is to be enforced now. */
  const limited = new Map<string, number>();
  for (const accountUuid of accounts) {
    const bytes = [...made]
      .filter(([event]) => event.accountUuid === accountUuid)
      .reduce((sum, [, message]) => sum + message.bytes, 0);
    const allowed = bytes === 0 ? undefined : await waiting.queue(trx, accountUuid, bytes);
    if (allowed !== undefined) limited.set(accountUuid, allowed);
  }
  const stored = new Set<Message>();
  for (const { endpoint, messages } of wanted) {
    // Of a limited account all endpoints are locked.
    if (messages.length === 0 && !limited.has(endpoint.account_uuid)) continue;
    const last = await reserveSequences(trx, endpoint.uuid, messages.length);
    // Deleted or switched off meanwhile.
    if (last === undefined) continue;
    if (await areTooMany(trx, endpoint.uuid, last, messages.length))
      disabled.push(await disableFull(trx, endpoint.uuid, now));
    else {
      const unstored = messages.filter((message) => !stored.has(message));
      for (const message of messages) stored.add(message);
      await together([storeEvents(trx, unstored), queueAt(trx, endpoint.uuid, { messages, last, now })]);
    }
  }
  for (const [accountUuid, allowed] of limited) await waiting.dropOldest(trx, { accountUuid, allowed, now });
  return disabled;
}

async function areTooMany(
  trx: Transaction<ControlSchema>,
  endpointUuid: string,
  last: number,
  count: number,
): Promise<boolean> {
  if (Math.floor((last + count) / countEvery) === Math.floor(last / countEvery)) return false;
  const { waiting } = await trx
    .selectFrom('webhook_event_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('endpoint_uuid', '=', endpointUuid)
    .where('status', '=', sql.lit('pending' as const))
    .executeTakeFirstOrThrow();
  return waiting + count > maxWaiting;
}

async function disableFull(
  trx: Transaction<ControlSchema>,
  endpointUuid: string,
  now: number,
): Promise<DisabledEndpoint> {
  const before = await trx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('uuid', '=', endpointUuid)
    .executeTakeFirstOrThrow();
  const reason = 'more than 100,000 deliveries were waiting for it';
  return { before, after: await disableEndpoint(trx, before, reason, now) };
}

/** An endpoint without types gets them all. */
function isSubscribed(types: readonly string[], type: string): boolean {
  return types.length === 0 || types.includes(type);
}

/** The event as Standard Webhooks has it. */
export function messageOf({ type, resource, data }: QueuedEvent, now: number): Message {
  const body = JSON.stringify({ type, timestamp: formatTimestamp(now), data: data() });
  return { type, resource, uuid: newUuid(), body, bytes: Buffer.byteLength(body) };
}

/** Stores events, for the deliveries that refer to them: all is sent at once, so that theirs may be sent behind it. */
export async function storeEvents(
  trx: Transaction<ControlSchema>,
  messages: readonly Message[],
): Promise<void> {
  const inserts: Promise<unknown>[] = [];
  for (let start = 0; start < messages.length; start += rowsPerInsert) {
    const part = messages.slice(start, start + rowsPerInsert);
    const rows = part.map(({ uuid, body, bytes }) => ({ uuid, body, bytes }));
    inserts.push(trx.insertInto('webhook_events').values(rows).execute());
  }
  await together(inserts);
}

/** Stores deliveries of stored events for an endpoint, in order behind the `last` sequence, and answers their uuids. */
export async function queueAt(
  trx: Transaction<ControlSchema>,
  endpointUuid: string,
  {
    messages,
    last,
    now,
  }: { readonly messages: readonly Message[]; readonly last: number; readonly now: number },
): Promise<string[]> {
  let sequence = last;
  const uuids: string[] = [];
  const seen = new Set<string>();
  for (let start = 0; start < messages.length; start += rowsPerInsert) {
    const part = messages.slice(start, start + rowsPerInsert);
    const resources = part.map(({ resource }) => resource);
    for (const resource of await findQueues(trx, endpointUuid, resources)) seen.add(resource);
    const rows = part.map(({ uuid: event_uuid, type, resource }) => {
      const isFirst = !seen.has(resource);
      seen.add(resource);
      sequence += 1;
      const uuid = newUuid();
      uuids.push(uuid);
      return {
        uuid,
        endpoint_uuid: endpointUuid,
        event_uuid,
        type,
        resource,
        sequence,
        status: 'pending' as const,
        attempts: '[]',
        failures: 0,
        next_attempt_at: isFirst ? dueAtOnce : null,
        lease: null,
        created_at: now,
        finished_at: null,
      };
    });
    await trx.insertInto('webhook_event_deliveries').values(rows).execute();
  }
  return uuids;
}

/** Reserves numbers at an active endpoint and locks it; answers the last one before them. */
export async function reserveSequences(
  trx: Transaction<ControlSchema>,
  endpointUuid: string,
  count: number,
): Promise<number | undefined> {
  const counted = await trx
    .updateTable('webhook_endpoints')
    .set({ last_sequence: sql<number>`last_sequence + ${sql.lit(count)}` })
    .where('uuid', '=', endpointUuid)
    .where('active', '=', 1)
    .returning('last_sequence')
    .executeTakeFirst();
  return counted && counted.last_sequence - count;
}

/** Those of the resources that have deliveries waiting. */
export async function findQueues(
  trx: Transaction<ControlSchema>,
  endpointUuid: string,
  resources: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('webhook_event_deliveries')
    .select('resource')
    .distinct()
    .where('endpoint_uuid', '=', endpointUuid)
    // Written out, so that the index of what is pending serves.
    .where('status', '=', sql.lit('pending' as const))
    .where('resource', 'in', resources)
    .execute();
  return rows.map(({ resource }) => resource);
}
