/** A store is brought to the program's schema, once, and a newer one is left alone. */
import { expect, test } from 'vitest';
import {
  AnalyticsSchemaTooNewError,
  AnalyticsSchemaTooOldError,
  analyticsSchemaVersion,
} from '../../../src/analytics/engine/migrate.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore, openForTest, runStatement } from '../../support/analytics-stores.ts';
import {
  makeOlderAnalytics,
  narrowRequests,
  withoutDayParts,
  withoutReferrers,
} from '../../support/older-store.ts';
import { batchOf, domain, pageviewBatchOf, pageviewRow, requestRow } from './rows.ts';

const definition = `SELECT replaceOne(create_table_query, currentDatabase(), '') AS text FROM system.tables
  WHERE database = currentDatabase() AND name = 'events'`;
const versions = 'SELECT version FROM schema_migrations FINAL ORDER BY version';

onEachAnalyticsStore('migrations', (newLocation, engine) => {
  test('an empty store gets the schema, and opening again changes nothing', async () => {
    const location = await newLocation();
    const first = await openForTest(location);
    await first.insertRequests(batchOf('a', [requestRow()]));
    const found = await first.query<{ version: number }>(versions);
    expect(found.at(-1)?.version).toBe(analyticsSchemaVersion);
    await first[Symbol.asyncDispose]();
    const second = await openForTest(location);
    expect(await second.query(versions)).toEqual(found);
    expect(await second.query('SELECT count() AS n FROM requests')).toEqual([{ n: 1 }]);
  });

  test('a migration that a crash cut short is finished', async () => {
    const location = await newLocation();
    const first = await openForTest(location);
    await runStatement(location, 'TRUNCATE TABLE schema_migrations');
    await first[Symbol.asyncDispose]();
    const second = await openForTest(location);
    expect((await second.query<{ version: number }>(versions)).at(-1)?.version).toBe(analyticsSchemaVersion);
  });

  test('a store of version 5 keeps its pageviews, as events, in the table a new store has', async () => {
    const fresh = await openForTest(await newLocation());
    const table = await fresh.query(definition);
    await fresh[Symbol.asyncDispose]();
    const location = await newLocation();
    const first = await openForTest(location);
    await makeOlderAnalytics(location);
    for (const day of ['2026-01-31', '2026-02-01'])
      await runStatement(
        location,
        `INSERT INTO pageviews (domain, time, visitor, path, arrival) SELECT '${newUuid()}', '${day} 12:00:00', number, '/a', number FROM numbers(1000)`,
      );
    await first[Symbol.asyncDispose]();
    const second = await openForTest(location, { migrate: engine.kind === 'clickhouse' });
    await second.insertPageviews(pageviewBatchOf('b', [pageviewRow()]));
    const names = 'SELECT name, count() AS rows, uniqExact(arrival) AS arrivals FROM events GROUP BY name';
    expect(await second.query(names)).toEqual([{ name: 'pageview', rows: 2001, arrivals: 1000 }]);
    expect(await second.query(definition)).toEqual(table);
  });

  test('requests of version 8 stay, with nothing in the columns that came later', async () => {
    const requestsTable = definition.replace("'events'", "'requests'");
    const location = await newLocation();
    const first = await openForTest(location);
    const table = await first.query(requestsTable);
    await narrowRequests(location);
    await runStatement(
      location,
      `INSERT INTO requests (domain, time, path, duration_us) SELECT '${domain}', '2026-01-31 12:00:00', '/old', 250000 FROM numbers(10000)`,
    );
    await first[Symbol.asyncDispose]();
    const second = await openForTest(location, { migrate: engine.kind === 'clickhouse' });
    const redirect = newUuid();
    await second.insertRequests(
      batchOf('b', [
        requestRow({
          path: '/new',
          redirect,
          country: 'DE',
          request_id: redirect,
          bot_verified: 'claimed',
          referrer: 'a.example/b',
        }),
      ]),
    );
    const rows = `SELECT path, count() AS n, sum(bucket) AS buckets, any(country) AS country, max(visitor) AS visitor, any(redirect) AS redirect, any(request_id) AS request_id, any(bot_verified) AS bot_verified, any(referrer) AS referrer
      FROM requests GROUP BY path ORDER BY path`;
    const none = '00000000-0000-0000-0000-000000000000';
    expect(await second.query(rows)).toEqual([
      {
        path: '/new',
        n: 1,
        buckets: 0,
        country: 'DE',
        visitor: 0,
        redirect,
        request_id: redirect,
        bot_verified: 'claimed',
        referrer: 'a.example/b',
      },
      {
        path: '/old',
        n: 10_000,
        buckets: 20_000,
        country: '',
        visitor: 0,
        redirect: none,
        request_id: none,
        bot_verified: '',
        referrer: '',
      },
    ]);
    const clicks = 'SELECT count() AS n FROM requests WHERE redirect = {redirect:UUID}';
    expect(await second.query(clicks, { redirect })).toEqual([{ n: 1 }]);
    expect(await second.query(requestsTable)).toEqual(table);
  });

  test('rows of version 15 have the name of their source as referrer, derived visits too', async () => {
    const location = await newLocation();
    const first = await openForTest(location);
    await withoutReferrers(location);
    for (const table of ['requests', 'events'])
      await runStatement(
        location,
        `INSERT INTO ${table} (domain, time, path, source) VALUES ('${domain}', '2026-01-31 12:00:00', '/', 'Google')`,
      );
    await runStatement(
      location,
      `INSERT INTO visits (domain, day, derivation, entry_path, source) VALUES ('${domain}', '2026-01-31', 1, '/', 'Google')`,
    );
    await first[Symbol.asyncDispose]();
    const second = await openForTest(location, { migrate: engine.kind === 'clickhouse' });
    const referrer = 'google.com/search';
    await second.insertRequests(batchOf('b', [requestRow({ source: 'Google', referrer })]));
    await second.insertPageviews(pageviewBatchOf('b', [pageviewRow({ source: 'Google', referrer })]));
    for (const table of ['requests', 'events'])
      expect(await second.query(`SELECT source, referrer FROM ${table} ORDER BY referrer`)).toEqual([
        { source: 'Google', referrer: 'Google' },
        { source: 'Google', referrer },
      ]);
    const visits = 'SELECT referrer FROM visits';
    expect(await second.query(visits)).toEqual([{ referrer: 'Google' }]);
    await runStatement(location, 'OPTIMIZE TABLE requests FINAL');
    const sums = 'SELECT referrer, count() AS n FROM requests GROUP BY referrer ORDER BY referrer';
    expect(await second.query(sums)).toEqual([
      { referrer: 'Google', n: 1 },
      { referrer, n: 1 },
    ]);
  });

  test('events of version 16 are counted by parts of days, as those of a new store are', async () => {
    const location = await newLocation();
    const first = await openForTest(location);
    const table = await first.query(definition);
    await withoutDayParts(location);
    await first.insertPageviews(pageviewBatchOf('a', [pageviewRow()]));
    await first[Symbol.asyncDispose]();
    const second = await openForTest(location, { migrate: engine.kind === 'clickhouse' });
    expect(await second.query(definition)).toEqual(table);
    const counted = `SELECT sum(rows) AS n FROM system.projection_parts
      WHERE database = currentDatabase() AND table = 'events' AND name = 'by_day_part' AND active`;
    await expect.poll(() => second.query(counted), { timeout: 20_000 }).toEqual([{ n: 1 }]);
  });

  test('a newer store is refused', async () => {
    const location = await newLocation();
    const first = await openForTest(location);
    await runStatement(
      location,
      `INSERT INTO schema_migrations (version, name) VALUES (${analyticsSchemaVersion + 1}, 'newer')`,
    );
    await first[Symbol.asyncDispose]();
    await expect(openForTest(location)).rejects.toThrow(AnalyticsSchemaTooNewError);
    await expect(openForTest(location)).rejects.toThrow(/schema version [0-9]+, this program knows/);
  });

  test('an older store of this process is migrated; one on a server only when that is asked for', async () => {
    const location = await newLocation();
    const first = await openForTest(location);
    await runStatement(location, 'TRUNCATE TABLE schema_migrations');
    const older = analyticsSchemaVersion - 1;
    await runStatement(location, `INSERT INTO schema_migrations (version, name) VALUES (${older}, 'older')`);
    await first[Symbol.asyncDispose]();
    if (engine.kind === 'clickhouse') {
      await expect(openForTest(location)).rejects.toThrow(AnalyticsSchemaTooOldError);
      await expect(openForTest(location)).rejects.toThrow(/needs [0-9]+: .*"\.\/nameplate migrate"/);
    }
    const second = await openForTest(location, { migrate: engine.kind === 'clickhouse' });
    expect((await second.query<{ version: number }>(versions)).at(-1)?.version).toBe(analyticsSchemaVersion);
  });

  if (engine.kind === 'clickhouse')
    test('two programs that start at once', async () => {
      const location = await newLocation();
      const stores = await Promise.all([1, 2, 3].map(() => openForTest(location)));
      for (const store of stores) expect(await store.query(versions)).toHaveLength(analyticsSchemaVersion);
    });
});
