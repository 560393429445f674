/** Statements about the events that wait for webhook endpoints. Source: docs/reference/webhooks.md ("Order"). */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { ControlSchema } from './schema.ts';

/** The events that wait for any of an account's endpoints, each once. */
export function waitingEvents(accountUuid: string): RawBuilder<unknown> {
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
