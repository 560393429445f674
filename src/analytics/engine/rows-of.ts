/** The rows that a statement of our own answers. */
import type { ClickHouseClient } from '@clickhouse/client';

export async function rowsOf<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
}
