/** Events of webhooks, each stored once for all the endpoints that it is delivered to. */
import { sql } from 'kysely';
import type { ControlTransaction } from '../database.ts';
import type { Migration } from './migration.ts';

export const webhookEvents: Migration = {
  version: 45,
  name: 'webhook events',
  // What a program of the version before queues meanwhile, it sends itself, or a newer one moves it here. It sees nothing of what newer ones queue.
  isCompatible: true,
  async up(schema, types) {
    await schema
      .createTable('webhook_events')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('body', types.text, (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('webhook_event_deliveries')
      .addColumn('uuid', types.text, (column) => column.primaryKey())
      .addColumn('endpoint_uuid', types.text, (column) =>
        column.notNull().references('webhook_endpoints.uuid').onDelete('cascade'),
      )
      .addColumn('event_uuid', types.text, (column) => column.notNull())
      .addColumn('type', types.text, (column) => column.notNull())
      .addColumn('resource', types.text, (column) => column.notNull())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addColumn('status', types.text, (column) => column.notNull())
      .addColumn('attempts', types.text, (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint')
      .addColumn('lease', types.text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    const index = (name: string) =>
      schema.createIndex(`webhook_event_deliveries_${name}`).on('webhook_event_deliveries');
    await index('due')
      .columns(['endpoint_uuid', 'next_attempt_at', 'sequence'])
      .where('next_attempt_at', 'is not', null)
      .execute();
    // From one event of a resource to the next.
    await index('queue')
      .columns(['endpoint_uuid', 'resource', 'sequence'])
      .where(sql`status`, '=', 'pending')
      .execute();
    await index('endpoint').columns(['endpoint_uuid', 'created_at', 'uuid']).execute();
    await index('age').columns(['created_at']).execute();
    await index('lease').columns(['lease']).where('lease', 'is not', null).execute();
    await index('event').columns(['event_uuid']).execute();
  },
  seed: moveDeliveries,
};

/** Moves deliveries with bodies of their own, where programs of the version before put them. */
export async function moveDeliveries(queries: ControlTransaction): Promise<void> {
  // A body has the time of its event in it.
  const moved = sql`
    select delivery.*, min(delivery.uuid) over (partition by endpoint.account_uuid, delivery.body) as event_uuid
    from webhook_deliveries as delivery join webhook_endpoints as endpoint on endpoint.uuid = delivery.endpoint_uuid`;
  await sql`
    insert into webhook_events (uuid, body, bytes)
    select uuid, body, octet_length(body) from (${moved}) as moved where uuid = event_uuid`.execute(queries);
  const columns = sql.raw(
    'uuid, endpoint_uuid, event_uuid, type, resource, sequence, status, attempts, failures, next_attempt_at, lease, created_at, finished_at',
  );
  await sql`
    insert into webhook_event_deliveries (${columns}) select ${columns} from (${moved}) as moved`.execute(
    queries,
  );
  await sql`
    delete from webhook_deliveries where uuid in (select uuid from webhook_event_deliveries)`.execute(
    queries,
  );
}
