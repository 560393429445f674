/**
 * Collects a transaction's events and, at its end, stores a delivery for each endpoint that subscribes to them: the change and
 * its deliveries are committed together. Source: docs/reference/webhooks.md ("Events").
 *
 * An account without endpoints costs one query per transaction with events, and their data isn't made.
 */
import type { Transaction } from 'kysely';
import type { AuditAction } from '../core/audit.ts';
import type { WebhookEventType } from '../core/webhook-event.ts';
import { customDomainResource } from '../resources/custom-domain.ts';
import { type ChangeEvents, type EntityChange, eventDataOf } from './audited.ts';
import type { CustomDomain } from './custom-domain-row.ts';
import type { ControlSchema } from './schema.ts';
import type { WaitingWebhooks } from './waiting-webhooks.ts';
import { type DisabledEndpoint, type QueuedEvent, queueDeliveries } from './webhook-queue.ts';

type EventData = Readonly<Record<string, unknown>>;

export type WebhookEvent = {
  readonly accountUuid: string;
  readonly type: WebhookEventType;
  /** Deliveries about one resource arrive in order. A uuid, or the host where there is none. */
  readonly resource: string;
  /** Without secrets; a function is only called when there is an endpoint for it. */
  readonly data: EventData | (() => EventData);
};

const collected = new WeakMap<Transaction<ControlSchema>, QueuedEvent[]>();

/**
 * Begins to collect. `trx` is the transaction as its writers have it; the returned function stores the deliveries, which is to
 * be the transaction's last step, and answers the endpoints that it had to disable; nothing is stored unless `mayEnd` resolves.
 */
export function collectEvents(
  trx: Transaction<ControlSchema>,
  waiting: WaitingWebhooks,
): (last: Transaction<ControlSchema>, mayEnd: Promise<unknown>) => Promise<readonly DisabledEndpoint[]> {
  const events: QueuedEvent[] = [];
  collected.set(trx, events);
  return (last, mayEnd) => queueDeliveries(last, events, waiting, mayEnd);
}

/**
 * Records an event for the account's endpoints that subscribe to its type. To be called within
 * `ControlDatabase.transaction`, by a writer that holds a lock on the resource: events then have the order of the changes.
 */
export function recordEvent(trx: Transaction<ControlSchema>, { data, ...event }: WebhookEvent): void {
  const events = collected.get(trx);
  if (!events) throw new Error(`${event.type} was recorded outside a transaction`);
  events.push({ ...event, data: typeof data === 'function' ? data : () => data });
}

/** Records the event of a change, if it has one; of an update also which attributes changed. */
export function recordChangeEvents<E extends { readonly uuid: string }>(
  trx: Transaction<ControlSchema>,
  { typeOf, resourceOf = ({ uuid }) => uuid, dataOf }: ChangeEvents<E>,
  { accountUuids, before, after, names }: EntityChange<E>,
): void {
  const entity = after ?? before;
  if (!entity) return;
  const action: AuditAction = !before ? 'created' : after ? 'updated' : 'deleted';
  const type = typeOf(action);
  if (!type) return;
  const data = () => ({
    ...dataOf(entity, action),
    ...(action === 'updated' && { changed_attributes: names }),
  });
  for (const accountUuid of accountUuids)
    recordEvent(trx, { accountUuid, type, resource: resourceOf(entity), data });
}

/** Records an event of a custom domain as it is now; `more` follows its attributes. */
export function recordDomainEvent(
  trx: Transaction<ControlSchema>,
  type: WebhookEventType & `custom_domain.${string}`,
  domain: CustomDomain,
  more: EventData = {},
): void {
  const { accountUuid, uuid } = domain;
  const data = () => ({ ...eventDataOf(customDomainResource, domain), ...more });
  recordEvent(trx, { accountUuid, type, resource: uuid, data });
}
