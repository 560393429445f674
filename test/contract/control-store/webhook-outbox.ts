/** Endpoints without a service that delivers: what is queued for them stays. */
import { onTestFinished } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import { newUuid } from '../../../src/core/ids.ts';
import type { ShareOut } from '../../../src/core/webhook-delivery.ts';

/** So many of each endpoint. */
export const perEndpoint =
  (count: number): ShareOut =>
  (due) =>
    new Map(due.map(({ uuid }) => [uuid, count]));

export async function openOutbox(location: ControlLocation) {
  const database = await ControlDatabase.open(location);
  onTestFinished(() => database[Symbol.asyncDispose]());
  const addEndpoint = async (accountUuid: string, events: readonly string[] = [], isActive = true) => {
    const uuid = newUuid();
    await database.queries
      .insertInto('webhook_endpoints')
      .values({
        uuid,
        account_uuid: accountUuid,
        url: 'https://hooks.example.com',
        description: '',
        events: JSON.stringify(events),
        active: isActive ? 1 : 0,
        disabled_at: null,
        disabled_reason: '',
        failing_since: null,
        last_sequence: 0,
        sealed_secrets: '',
        key_id: null,
        previous_secret_expires_at: null,
        created_at: 0,
        updated_at: 0,
      })
      .execute();
    return uuid;
  };
  const queued = async (endpointUuid: string) => {
    const query = database.queries
      .selectFrom('webhook_event_deliveries as delivery')
      .innerJoin('webhook_events as event', 'event.uuid', 'delivery.event_uuid')
      .selectAll('delivery')
      .select('event.body');
    const rows = await query.where('endpoint_uuid', '=', endpointUuid).orderBy('sequence').execute();
    return rows.map((row) => Object.assign(row, { body: JSON.parse(row.body) }));
  };
  const typesAt = async (endpointUuid: string) => (await queued(endpointUuid)).map(({ type }) => type);
  return { database, addEndpoint, queued, typesAt };
}
