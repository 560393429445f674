/**
 * What is inserted is what is read, whatever it contains. Source: docs/reference/analytics-store.md ("The table
 * `requests`").
 */
import { expect, test } from 'vitest';
import { onEachAnalyticsStore, openForTest } from '../../support/analytics-stores.ts';
import { batchOf, domain, manyRows, noon, otherDomain, requestRow } from './rows.ts';

onEachAnalyticsStore('inserts', (newLocation) => {
  test('a row is read as it was written', async () => {
    const store = await openForTest(await newLocation());
    const row = requestRow({
      bot: 'Googlebot',
      datacenter: 'amazon-aws',
      status: 301,
      method: 'PROPFIND',
      host: 'shop.example',
      protocol: 'HTTP/2',
      tls_version: 'TLSv1.3',
      country: 'DE',
      source: 'Google',
      browser: 'Chrome',
      operating_system: 'macOS',
      device: 'desktop',
      bot_class: 'search',
      redirect: otherDomain,
      visitor: '18446744073709551615',
      rule: '#1',
      target: 'https://dest.example/%E9',
      upstream_us: 2 ** 53 - 1,
      failure: 'unmatched',
      request_id: '0190a5b0-0000-7000-8000-000000000003',
      upstream: '[2001:db8::1]:443',
      upstream_location: '/login',
      cache: 'hit',
      cache_age: 2 ** 33,
      bot_verified: 'verified',
      page_load: 'measured',
      referrer: 'google.com/search',
    });
    await store.insertRequests(batchOf('a', [row]));
    const rows = await store.query(
      `SELECT domain, toUnixTimestamp64Milli(time) AS time, duration_us, bytes_in, bytes_out, status, method, path,
        bot, datacenter, host, protocol, tls_version, country, source, browser, operating_system, device, bot_class,
        redirect, toString(visitor) AS visitor, rule, target, upstream_us, failure,
        request_id, upstream, upstream_location, cache, cache_age, bot_verified, page_load, referrer FROM requests WHERE domain = {domain:UUID}`,
      { domain },
    );
    expect(rows).toEqual([row]);
  });

  test('an empty batch is nothing', async () => {
    const store = await openForTest(await newLocation());
    await store.insertRequests(batchOf('a', []));
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 0 }]);
  });

  test.each([
    ['the epoch', 0, '1970-01-01'],
    ['few digits', 5, '1970-01-01'],
    ['what looks like a year', 1_234_567, '1970-01-01'],
    ['what looks like seconds', 1_700_000_000, '1970-01-20'],
    ['the last millisecond of a day', Date.UTC(2024, 1, 29, 23, 59, 59, 999), '2024-02-29'],
    ['the last that the pipeline lets pass', Date.UTC(2100, 0, 1) - 1, '2099-12-31'],
  ])('time: %s', async (_, time, day) => {
    const store = await openForTest(await newLocation());
    await store.insertRequests(batchOf('a', [requestRow({ time })]));
    const rows = await store.query('SELECT toUnixTimestamp64Milli(time) AS time, day FROM requests');
    expect(rows).toEqual([{ time, day }]);
  });

  test('paths keep every character and 8 KiB', async () => {
    const store = await openForTest(await newLocation());
    const paths = [
      '/;DROP TABLE requests;',
      '/\'"`\\',
      '/\\n\\x00\\u0000',
      '/\u0000\u0001\n\n\r\t\u007f',
      '/é€😀',
      '/{domain:UUID}?--/*',
      `/${'a"\\'.repeat(2730)}`,
      '',
      '/%FF%00',
      '/FORMAT JSONCompactEachRow\n["',
    ];
    await store.insertRequests(
      batchOf(
        'a',
        paths.map((path, index) => requestRow({ path, time: noon + index })),
      ),
    );
    const rows = await store.query<{ path: string }>('SELECT path FROM requests ORDER BY time');
    expect(rows.map(({ path }) => path)).toEqual(paths);
    for (const path of paths) {
      const found = await store.query('SELECT count() AS n FROM requests WHERE path = {path:String}', {
        path,
      });
      expect(found, JSON.stringify(path)).toEqual([{ n: 1 }]);
    }
  });

  test('numbers up to their ends', async () => {
    const store = await openForTest(await newLocation());
    const most = Number.MAX_SAFE_INTEGER;
    await store.insertRequests(
      batchOf('a', [requestRow({ status: 999, bytes_in: most, bytes_out: most, duration_us: most })]),
    );
    const rows = await store.query('SELECT status, bytes_in, bytes_out, duration_us, bucket FROM requests');
    expect(rows).toEqual([{ status: 999, bytes_in: most, bytes_out: most, duration_us: most, bucket: 15 }]);
  });

  test('buckets of response time: lower bound included, upper excluded', async () => {
    const store = await openForTest(await newLocation());
    const lower = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => tenth * 100_000);
    lower.push(1_000_000, 1_500_000, 2_000_000, 3_000_000, 5_000_000, 10_000_000);
    const rows = lower.flatMap((duration_us, bucket) => {
      const next = lower[bucket + 1];
      const first = { duration_us, bucket };
      return next === undefined ? [first] : [first, { duration_us: next - 1, bucket }];
    });
    await store.insertRequests(
      batchOf(
        'a',
        rows.map(({ duration_us }) => requestRow({ duration_us })),
      ),
    );
    expect(await store.query('SELECT duration_us, bucket FROM requests ORDER BY duration_us')).toEqual(rows);
  });

  test('batches out of order, over months and domains', async () => {
    const store = await openForTest(await newLocation());
    const days = [
      Date.UTC(2026, 0, 31, 23),
      Date.UTC(2025, 11, 31),
      Date.UTC(2026, 1, 1),
      Date.UTC(2026, 0, 1),
    ];
    await store.insertRequests(
      batchOf(
        'late',
        days.map((time) => requestRow({ time })),
      ),
    );
    await store.insertRequests(
      batchOf('early', [requestRow({ time: Date.UTC(2024, 5, 1), domain: otherDomain })]),
    );
    expect(await store.query('SELECT day, count() AS n FROM requests GROUP BY day ORDER BY day')).toEqual([
      { day: '2024-06-01', n: 1 },
      { day: '2025-12-31', n: 1 },
      { day: '2026-01-01', n: 1 },
      { day: '2026-01-31', n: 1 },
      { day: '2026-02-01', n: 1 },
    ]);
  });

  test('100,000 rows become one part, wide ones too', async () => {
    const store = await openForTest(await newLocation());
    await store.insertRequests(batchOf('many', manyRows(100_000)));
    await store.insertRequests(batchOf('wide', manyRows(6_000, { path: `/${'x'.repeat(8191)}` })));
    const parts = await store.query(
      "SELECT rows FROM system.parts WHERE database = currentDatabase() AND table = 'requests' AND active AND level = 0 ORDER BY rows",
    );
    expect(parts).toEqual([{ rows: 6_000 }, { rows: 100_000 }]);
    expect(await store.query('SELECT count() AS n, sum(bytes_in) AS sum FROM requests')).toEqual([
      { n: 106_000, sum: (100_000 * 99_999) / 2 + (6_000 * 5_999) / 2 },
    ]);
  });

  test('each projection agrees with the rows and is used', async () => {
    const store = await openForTest(await newLocation());
    await store.insertRequests(batchOf('a', manyRows(5_000, { bot: 'Googlebot' })));
    await store.insertRequests(batchOf('b', manyRows(3_000, { datacenter: 'hetzner', status: 404 })));
    const where = 'FROM requests WHERE domain = {domain:UUID} AND day BETWEEN {day:Date} AND {day:Date}';
    for (const [projection, select, tail] of [
      ['by_day', 'status AS k, sum(bytes_in) + sum(bytes_out) AS n', 'GROUP BY k ORDER BY k'],
      ['by_client', 'bot AS k, count() AS n', "AND bot != '' GROUP BY k ORDER BY k"],
      ['by_path_day', 'path AS k, count() AS n', 'GROUP BY k ORDER BY n DESC, k LIMIT 10'],
    ] as const) {
      const sql = `SELECT ${select} ${where} ${tail}`;
      const params = { domain, day: '2026-03-15' };
      const rows = await store.query(`${sql} SETTINGS optimize_use_projections = 0`, params);
      expect(rows.length).toBeGreaterThan(0);
      expect(
        await store.query(`${sql} SETTINGS force_optimize_projection_name = '${projection}'`, params),
      ).toEqual(rows);
    }
  });
});
