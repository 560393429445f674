/** One node at a time keeps its analytics embedded. */
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../../src/config/config.ts';
import { AnalyticsLease } from '../../../src/control/analytics-lease.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import { migrate } from '../../../src/control/migrate.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { EmbeddedAnalytics } from '../../../src/service/embedded-analytics.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { tempDir } from '../../support/temp-dir.ts';

onEachControlStore('the lease on embedded analytics', (newLocation) => {
  async function open() {
    const database = await ControlDatabase.open(await newLocation());
    onTestFinished(() => database[Symbol.asyncDispose]());
    await migrate(database);
    const expire = () => database.queries.updateTable('analytics_lease').set({ expires_at: 1 }).execute();
    return { lease: new AnalyticsLease(database), expire };
  }

  const started = (node: string) => ({ node, run: newUuid() });

  test('is held by one node until it gives it up', async () => {
    const { lease } = await open();
    const a = started('a');
    const b = started('b');
    expect(await lease.take(a)).toBe(true);
    expect(await lease.take(b)).toBe(false);
    expect(await lease.renew(a)).toBe(true);
    await lease.release(b);
    expect(await lease.take(b)).toBe(false);
    await lease.release(a);
    expect(await lease.take(b)).toBe(true);
    expect(await lease.renew(a)).toBe(false);
  });

  test('beside a node on a ClickHouse server, embedded analytics are refused with words for both', async () => {
    const { lease } = await open();
    const logger = pino({ level: 'silent' });
    const config = async (env: Readonly<Record<string, string>>) =>
      parseConfig({
        ...env,
        NAMEPLATE_DATA_DIR: await tempDir(),
        NAMEPLATE_DATABASE_URL: 'postgres://db.example/nameplate',
      });
    const server = new EmbeddedAnalytics(
      lease,
      await config({ NAMEPLATE_CLICKHOUSE_URL: 'http://clickhouse.example:8123/default' }),
      logger,
    );
    const embedded = new EmbeddedAnalytics(lease, await config({}), logger);
    expect(await server.mayDerive()).toBe(true);
    await expect(embedded.claim()).rejects.toThrow(
      'another Nameplate on this PostgreSQL keeps its analytics elsewhere, embedded or on a ClickHouse server',
    );
    await server.release();
    await embedded.claim();
    expect(await server.mayDerive()).toBe(false);
  });

  test('goes to one of many nodes that start at once', async () => {
    const { lease } = await open();
    const taken = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((node) => lease.take(started(node))));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test('goes to another node when its holder has not renewed it', async () => {
    const { lease, expire } = await open();
    const a = started('a');
    const b = started('b');
    await lease.take(a);
    await expire();
    expect(await lease.take(b)).toBe(true);
    expect(await lease.renew(a)).toBe(false);
    await expire();
    expect(await lease.renew(a)).toBe(true);
    expect(await lease.renew(b)).toBe(false);
  });

  test('goes to the same node at once after a crash, and a process with a copy of its directory finds out', async () => {
    const { lease } = await open();
    const before = started('a');
    const after = started('a');
    await lease.take(before);
    expect(await lease.take(after)).toBe(true);
    expect(await lease.renew(before)).toBe(false);
    expect(await lease.renew(after)).toBe(true);
  });
});
