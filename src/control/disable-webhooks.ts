/** Switches webhook endpoints off. Source: docs/reference/webhooks.md ("Disabled endpoints"). */
import { type Selectable, sql, type Transaction } from 'kysely';
import type { ControlSchema, WebhookEndpointRow } from './schema.ts';

type Row = Selectable<WebhookEndpointRow>;

/** Disables an endpoint for a reason; answers its row as it is now, for the audit trail. */
export async function disableEndpoint(
  trx: Transaction<ControlSchema>,
  before: Row,
  reason: string,
  now: number,
): Promise<Row> {
  const change = { active: 0, disabled_at: now, disabled_reason: reason } as const;
  await trx.updateTable('webhook_endpoints').set(change).where('uuid', '=', before.uuid).execute();
  await cancelPending(trx, before.uuid, now);
  return { ...before, ...change };
}

/** Has the endpoint get no more events; those that wait for it are canceled, and can be replayed. */
export async function cancelPending(
  trx: Transaction<ControlSchema>,
  endpointUuid: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('webhook_event_deliveries')
    .set({ status: 'canceled', next_attempt_at: null, lease: null, finished_at: now })
    .where('endpoint_uuid', '=', endpointUuid)
    .where('status', '=', sql.lit('pending' as const))
    .execute();
}

/** Disables the endpoints whose secrets are sealed with lost keys. */
export async function disableSealedWith(
  trx: Transaction<ControlSchema>,
  keyIds: readonly string[],
  now: number,
): Promise<void> {
  if (keyIds.length === 0) return;
  const rows = await trx
    .updateTable('webhook_endpoints')
    .set({
      active: 0,
      disabled_at: now,
      disabled_reason:
        'its secret was lost with the secret key; rotate it and make the endpoint active again',
      sealed_secrets: '',
      key_id: null,
    })
    .where('key_id', 'in', keyIds)
    .returning('uuid')
    .execute();
  for (const { uuid } of rows) await cancelPending(trx, uuid, now);
}
