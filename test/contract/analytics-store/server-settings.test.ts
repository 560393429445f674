/**
 * The settings that every kind of request to a ClickHouse server has, as its HTTP interface gets them.
 * Source: docs/reference/analytics-store.md ("A cluster").
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openClickhouse } from '../../../src/analytics/engine/clickhouse.ts';
import type { AnalyticsEngine } from '../../../src/analytics/engine/engine.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** An engine on a server that answers nothing to everything, and what the server was asked last. */
async function open(cluster?: string): Promise<{ engine: AnalyticsEngine; asked: () => URLSearchParams }> {
  let last = new URLSearchParams();
  const server = createServer((request, response) => {
    last = new URL(request.url ?? '/', 'http://server').searchParams;
    request.resume().on('end', () => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const engine = openClickhouse({ kind: 'clickhouse', url: `http://127.0.0.1:${port}/stats`, cluster });
  onTestFinished(async () => {
    await engine.close();
    server.close();
  });
  return { engine, asked: () => last };
}

const requests: [name: string, ask: (engine: AnalyticsEngine) => Promise<unknown>][] = [
  ['a report', (engine) => engine.select('SELECT 1', {})],
  [
    'a long list',
    (engine) => engine.readBlocks('SELECT 1', {}, async () => {}, new AbortController().signal),
  ],
  ['a statement', (engine) => engine.writes.command({ query: 'OPTIMIZE TABLE requests' })],
  [
    'an insert',
    (engine) =>
      engine.insert({ table: 'requests', columns: ['status'], settings: {}, block: [Buffer.from('b')] }),
  ],
  ['an export', async (engine) => engine.exportRows('SELECT 1', join(await tempDir(), 'rows.gz'))],
];
const isReport = (name: string): boolean => name === 'a report' || name === 'a long list';

test.each(requests)('%s does not depend on the defaults of the server', async (name, ask) => {
  const { engine, asked } = await open();
  await ask(engine);
  const settings = Object.fromEntries(asked());
  expect(settings).toMatchObject({
    database: 'stats',
    output_format_json_quote_64bit_integers: '0',
    output_format_json_quote_denormals: '0',
    join_use_nulls: '0',
    max_query_size: '16777216',
    max_execution_time: isReport(name) ? '30' : '0',
  });
  // The status is sent after the whole answer.
  expect(settings.wait_end_of_query).toBe(isReport(name) || name === 'an export' ? '1' : undefined);
  expect(settings).not.toHaveProperty('distributed_product_mode');
  expect(settings).not.toHaveProperty('distributed_foreground_insert');
});

test.each(requests)(
  '%s of a cluster is acknowledged by every shard and most replicas, and reports read all replicas',
  async (name, ask) => {
    const { engine, asked } = await open('c');
    await ask(engine);
    const settings = Object.fromEntries(asked());
    expect(settings).toMatchObject({
      optimize_skip_unused_shards: '1',
      distributed_product_mode: 'local',
      prefer_localhost_replica: '0',
      load_balancing: isReport(name) ? 'first_or_random' : 'in_order',
    });
    expect(settings.max_replica_delay_for_distributed_queries).toBe(isReport(name) ? '60' : undefined);
    const [written, quorum] = isReport(name) ? [] : ['1', 'auto'];
    expect(settings.distributed_foreground_insert).toBe(written);
    expect(settings.insert_quorum).toBe(quorum);
    expect(settings.insert_quorum_parallel).toBe(written);
    expect(Number(settings.insert_quorum_timeout ?? 0)).toBeLessThan(30_000);
  },
);

test('the reports of one account read one replica, those of many accounts all', async () => {
  const { engine, asked } = await open('c');
  const offsets = new Map<string, string | null>();
  for (let number = 0; number < 20; number++) {
    const account = `0190a5b0-0000-7000-8000-0000000000${number + 10}`;
    await engine.select('SELECT 1', {}, { reader: account });
    const offset = asked().get('load_balancing_first_offset');
    await engine.readBlocks('SELECT 1', {}, async () => {}, new AbortController().signal, {
      reader: account,
    });
    expect(asked().get('load_balancing_first_offset')).toBe(offset);
    offsets.set(account, offset);
  }
  // The server takes it modulo the number of replicas.
  for (const replicas of [2, 3])
    expect(new Set([...offsets.values()].map((offset) => Number(offset) % replicas)).size).toBe(replicas);
});
