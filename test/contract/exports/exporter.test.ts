/** Exports hold each row once, in every format, whatever happens while they are made. Source: docs/reference/exports.md. */
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AnalyticsAwayError } from '../../../src/analytics/engine/failures.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { exportedColumns } from '../../../src/features/exports/columns.ts';
import { exportFormats, exportWhats } from '../../../src/features/exports/export.ts';
import { onEachAnalyticsStore, openForTest } from '../../support/analytics-stores.ts';
import { refuse, S3Front } from '../../support/s3-front.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { ExportWorld, firstDay, firstDayMs } from './export-world.ts';

const dayMs = 86_400_000;
const formats = { parquet: 'Parquet', csv: 'CSVWithNames', jsonl: 'JSONEachRow' } as const;

const sumsOf = {
  requests: {
    exported:
      'count() AS rows, sum(bytes_in) AS bytes, countIf(status = 404) AS missing, uniqExact(path) AS paths, uniqExact(id) AS ids, countIf(custom_domain_uuid IS NULL) AS others',
    stored:
      'count() AS rows, sum(bytes_in) AS bytes, countIf(status = 404) AS missing, uniqExact(path) AS paths, count() AS ids, 30 AS others',
  },
  events: {
    exported:
      'count() AS rows, uniqExact(visitor) AS visitors, uniqExact(host) AS hosts, uniqExact(page) AS pages',
    stored: 'count() AS rows, uniqExact(visitor) AS visitors, 3 AS hosts, uniqExact(path) AS pages',
  },
  visits: {
    exported: 'sum(pageviews) AS pages, uniqExact(visitor) AS visitors',
    stored: "countIf(name = 'pageview') AS pages, uniqExactIf(visitor, name = 'pageview') AS visitors",
  },
};

onEachAnalyticsStore('exports', (newLocation) => {
  const start = async () => {
    const world = await ExportWorld.make(await openForTest(await newLocation()));
    await world.addTraffic();
    return world;
  };

  test.each(exportWhats)('of %s have each row once, with all columns, in every format', async (what) => {
    const world = await start();
    for (const format of exportFormats) {
      const ordered = await world.order({ what, format });
      await world.exporter().runDue();
      const wire = await world.wire(ordered);
      expect(wire).toMatchObject({ state: 'done', error: null, progress: { days_done: 3, days: 3 } });
      const path = world.files.pathOf(ordered.uuid);
      expect(wire.progress.bytes).toBe((await readFile(path)).length);
      const file = `file('${path}', '${formats[format]}')`;
      const names = await world.analytics.query<{ name: string }>(`DESCRIBE ${file}`, {});
      expect(names.map(({ name }) => name)).toEqual(exportedColumns[what].map(({ name }) => name));
      const sums = sumsOf[what];
      expect(await world.one(`SELECT ${sums.exported} FROM ${file}`)).toEqual(
        await world.one(`SELECT ${sums.stored} FROM ${world.owned(what === 'requests' ? what : 'events')}`),
      );
      const { rows } = await world.one<{ rows: number }>(`SELECT count() AS rows FROM ${file}`);
      expect(rows).toBe(wire.progress.rows);
    }
  });

  test('events with large properties are in parts of fewer rows', async () => {
    const world = await start();
    const [, b = '', c = ''] = world.recorded;
    const text = 'x'.repeat(2_000);
    await world.addEvents(20, (index) => ({
      domain: index < 10 ? b : c,
      time: firstDayMs + index,
      visitor: String(BigInt((index % 10) * 6) << 58n),
      name: 'Sign up',
      props: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, text])),
    }));
    const sizes: number[] = [];
    const ordered = await world.order({ what: 'events', format: 'jsonl', to: firstDay });
    const exporter = world.exporter({
      sizes: { rows: 400, events: 400 },
      analytics: {
        query: (sql, params) => world.analytics.query(sql, params),
        writeFile: async (file) => {
          await world.analytics.writeFile(file);
          sizes.push((await stat(file.path)).size);
        },
      },
    });
    await exporter.runDue();
    expect(await world.wire(ordered)).toMatchObject({ state: 'done', progress: { rows: 100 } });
    expect(sizes.length).toBeGreaterThan(4);
    expect(Math.max(...sizes)).toBeLessThan(5 * 30 * text.length);
  });

  test('texts have the form that the API gives them', async () => {
    const world = await start();
    const [domain = ''] = world.recorded;
    const ordered = await world.order({ what: 'events', format: 'jsonl', customDomainUuid: domain });
    const other = await world.order({ what: 'events', format: 'csv', customDomainUuid: domain });
    await world.exporter().runDue();
    const lines = (await readFile(world.files.pathOf(ordered.uuid), 'utf8')).trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line));
    expect(rows).toHaveLength(120);
    const signUp = rows.find(({ name }) => name !== 'pageview');
    expect(signUp).toMatchObject({
      time: expect.stringMatching(/^2026-03-1\dT\d\d:\d\d:00\.000\+00:00$/),
      custom_domain_uuid: domain,
      host: 'a.example.com',
      visitor: expect.stringMatching(/^[0-9a-f]{16}$/),
      props: { plan: 'a,"b"\nc' },
      revenue_amount: '12.5',
      revenue_currency: 'EUR',
      source: 'Direct',
    });
    expect(rows.find(({ name }) => name === 'pageview')).toMatchObject({ revenue_amount: null, props: {} });
    const csv = await readFile(world.files.pathOf(other.uuid), 'utf8');
    expect(csv.split('\n')[0]).toBe(exportedColumns.events.map(({ name }) => `"${name}"`).join(','));
    expect(csv).toContain('"{""plan"":""a,\\""b\\""\\nc""}","12.5","EUR"');
  });

  test.each(['requests', 'events'] as const)(
    'a burst of one millisecond is in parts of a few rows, as %s, however often it is interrupted',
    async (what) => {
      const world = await start();
      const [, b = ''] = world.recorded;
      const burst = { domain: b, time: firstDayMs + 7 };
      const text = 'x'.repeat(2_000);
      const props = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, text]));
      if (what === 'requests') await world.addRequests(300, (index) => ({ ...burst, bytes_in: index }));
      else
        await world.addEvents(300, (index) => ({
          ...burst,
          arrival: index * 256,
          name: `Sign up ${index}`,
          props,
        }));
      const sizes: number[] = [];
      const ordered = await world.order({ what, format: 'jsonl', to: firstDay, customDomainUuid: b });
      let writes = 0;
      const exporter = world.exporter({
        turnMs: 0,
        backOff: () => 0,
        sizes: what === 'requests' ? { rows: 20, events: 20 } : { rows: 2_400, events: 2_400 },
        analytics: {
          query: (sql, params) => world.analytics.query(sql, params),
          writeFile: async (file) => {
            await world.analytics.writeFile(file);
            writes += 1;
            if (writes % 2 === 1) throw new AnalyticsAwayError('it is away');
            sizes.push((await stat(file.path)).size);
          },
        },
      });
      await exporter.runDue();
      const file = `file('${world.files.pathOf(ordered.uuid)}', 'JSONEachRow')`;
      const { progress } = await world.wire(ordered);
      const { rows } = await world.one<{ rows: number }>(`SELECT count() AS rows FROM ${file}`);
      const stored = await world.one<{ rows: number }>(
        `SELECT count() AS rows FROM ${what} WHERE domain = '${b}' AND day = '${firstDay}'`,
      );
      expect([progress.rows, rows]).toEqual([stored.rows, stored.rows]);
      if (what === 'requests') {
        const { ids } = await world.one<{ ids: number }>(`SELECT uniqExact(id) AS ids FROM ${file}`);
        expect(ids).toBe(rows);
      }
      expect(sizes.length).toBeGreaterThanOrEqual(15);
      // Hashes divide them about evenly.
      const [most, each] = what === 'requests' ? [20, 1_000] : [20, 30 * 2_020];
      expect(Math.max(...sizes)).toBeLessThan(3 * most * each);
    },
  );

  test('visits are the same whether or not they are derived, and in how many parts', async () => {
    const world = await start();
    const [a = ''] = world.recorded;
    // A visitor whose salt changes during a visit, and who comes again.
    const [before, after] = [String(5n << 56n), String(250n << 56n)];
    await world.addEvents(4, (index) => ({
      domain: a,
      time: firstDayMs + (index === 3 ? dayMs / 2 : (index + 1) * 600_000),
      arrival: index + 1,
      path: `/salt/${index}`,
      visitor: index < 2 ? before : after,
      previous_visitor: index === 2 ? before : '0',
    }));
    const read = async (events: number) => {
      const ordered = await world.order({ what: 'visits', format: 'jsonl' });
      await world.exporter({ sizes: { rows: 40, events } }).runDue();
      return (await readFile(world.files.pathOf(ordered.uuid), 'utf8')).trim().split('\n').toSorted();
    };
    const live = await read(1_000);
    expect(live.map((line) => JSON.parse(line)).filter(({ pageviews }) => pageviews === 3)).toMatchObject([
      { entry_page: '/salt/0', exit_page: '/salt/2' },
    ]);
    expect(await read(10)).toEqual(live);
    for (let day = firstDayMs / dayMs; day < firstDayMs / dayMs + 3; day++) {
      const ends = (day + 1.25) * dayMs;
      await derive(
        world.analytics,
        world.recorded.slice(0, 3),
        { day, startsUntil: (day + 1) * dayMs, seenUntil: ends },
        world.clock.time,
      );
    }
    expect(await read(10)).toEqual(live);
  });

  test.each(exportFormats)(
    'one that is interrupted again and again has each row once, as %s',
    async (format) => {
      const world = await start();
      const ordered = await world.order({ format });
      let writes = 0;
      const interrupted = world.exporter({
        backOff: () => 0,
        analytics: {
          query: (sql, params) => world.analytics.query(sql, params),
          writeFile: async (file) => {
            writes += 1;
            if (writes % 2 === 1) {
              // What a process leaves that dies in the middle of a part, or between a part and its record.
              await writeFile(file.path, 'half of a par');
              await writeFile(world.files.pathOf(ordered.uuid), 'beyond', { flag: 'a' });
              throw new AnalyticsAwayError('it is away');
            }
            await world.analytics.writeFile(file);
          },
        },
      });
      await interrupted.runDue();
      expect(await world.wire(ordered)).toMatchObject({ state: 'done', progress: { rows: 270 } });
      expect(writes).toBeGreaterThan(12);
      const file = `file('${world.files.pathOf(ordered.uuid)}', '${formats[format]}')`;
      expect(await world.one(`SELECT count() AS rows, uniqExact(id) AS ids FROM ${file}`)).toEqual({
        rows: 270,
        ids: 270,
      });
    },
  );

  test('a file that lost its end begins anew', async () => {
    const world = await start();
    const ordered = await world.order({ format: 'csv' });
    await world.exporter({ turnMs: 0 }).runDue();
    const whole = await readFile(world.files.pathOf(ordered.uuid));
    const again = await world.order({ format: 'csv' });
    let isCut = false;
    const cutting = world.exporter({
      turnMs: 0,
      analytics: {
        query: (sql, params) => world.analytics.query(sql, params),
        writeFile: async (file) => {
          const path = world.files.pathOf(again.uuid);
          if (!isCut && (await readFile(path)).length > 1000) {
            isCut = true;
            await truncate(path, 10);
            throw new AnalyticsAwayError('it is away');
          }
          await world.analytics.writeFile(file);
        },
      },
      backOff: () => 0,
    });
    await cutting.runDue();
    expect(isCut).toBe(true);
    expect((await readFile(world.files.pathOf(again.uuid))).equals(whole)).toBe(true);
  });

  test('an export without rows is a file with its columns', async () => {
    const world = await start();
    for (const format of exportFormats) {
      const day = '2026-01-01';
      const ordered = await world.order({ format, from: day, to: day });
      await world.exporter().runDue();
      expect(await world.wire(ordered)).toMatchObject({
        state: 'done',
        progress: { rows: 0, days_done: 1, days: 1 },
      });
      if (format !== 'parquet') continue;
      const file = `file('${world.files.pathOf(ordered.uuid)}', 'Parquet')`;
      const names = await world.analytics.query(`DESCRIBE ${file}`, {});
      expect(names).toHaveLength(exportedColumns.requests.length);
    }
  });

  test('rows that arrive while it is made are in it once, or not at all', async () => {
    const world = await start();
    const [domain = ''] = world.recorded;
    const ordered = await world.order();
    let parts = 0;
    await world
      .exporter({
        analytics: {
          query: (sql, params) => world.analytics.query(sql, params),
          writeFile: async (file) => {
            await world.analytics.writeFile(file);
            parts += 1;
            await world.addRequests(5, (index) => ({
              domain,
              time: firstDayMs + parts * 1000 + index * 20_000_000,
              bytes_in: 1_000 * parts + index,
            }));
          },
        },
        turnMs: 0,
      })
      .runDue();
    const { progress } = await world.wire(ordered);
    const file = `file('${world.files.pathOf(ordered.uuid)}', 'Parquet')`;
    const { rows, ids } = await world.one<{ rows: number; ids: number }>(
      `SELECT count() AS rows, uniqExact(id) AS ids FROM ${file}`,
    );
    expect([rows, ids]).toEqual([progress.rows, progress.rows]);
    expect(rows).toBeGreaterThanOrEqual(270);
    expect(rows).toBeLessThanOrEqual(270 + 5 * parts);
  });

  test('a bucket gets an object for each part, and the last attempt of each', async () => {
    const world = await start();
    const front = await S3Front.start();
    const destinationUuid = await world.addDestination({ endpoint: front.endpoint });
    for (const format of exportFormats) {
      front.objects.clear();
      let answers = 0;
      front.fault = (_request, response) => {
        answers += 1;
        if (answers % 5 !== 0) return false;
        refuse(response, 503, 'SlowDown');
        return true;
      };
      const ordered = await world.order({ format, destinationUuid });
      await world.exporter({ backOff: () => 0 }).runDue();
      expect(await world.wire(ordered)).toMatchObject({
        state: 'done',
        expires_at: null,
        progress: { rows: 270 },
      });
      const keys = [...front.objects.keys()].toSorted();
      expect(keys[0]).toBe(`np/requests/${firstDay}/${ordered.uuid}-000001.${format}`);
      expect(front.uploads.size).toBe(0);
      const directory = await tempDir();
      for (const [index, key] of keys.entries())
        await writeFile(join(directory, `${index}.${format}`), front.objects.get(key)?.body ?? '');
      const file = `file('${directory}/*.${format}', '${formats[format]}')`;
      expect(await world.one(`SELECT count() AS rows, uniqExact(id) AS ids FROM ${file}`)).toEqual({
        rows: 270,
        ids: 270,
      });
      expect(await world.files.list()).not.toContain(ordered.uuid);
    }
  });
});
