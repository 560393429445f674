/** Pageviews are stored as they came, each once. Source: docs/reference/analytics-store.md. */
import { expect, test } from 'vitest';
import { onEachAnalyticsStore, openForTest, runStatement } from '../../support/analytics-stores.ts';
import { noon, pageviewBatchOf, pageviewRow } from './rows.ts';

const count = 'SELECT count() AS n FROM events';

onEachAnalyticsStore('inserts of pageviews', (newLocation) => {
  test('a row is read as it was written', async () => {
    const store = await openForTest(await newLocation());
    const row = pageviewRow({
      arrival: Number.MAX_SAFE_INTEGER,
      visitor: '18446744073709551615',
      previous_visitor: '9007199254740993',
      path: '/\'"`\\\u0000\n{a:UInt8}',
      source: 'Google',
      referrer: 'google.com/é',
      utm_source: 'news"letter',
      utm_medium: 'é😀',
      utm_campaign: "it's",
      utm_term: '\\N',
      utm_content: '\t',
      browser: 'Mobile Safari',
      screen: '',
      country: '',
      region: '',
      region_name: 'Île-de-France',
      city: 'Zürich',
      name: 'Añadir 🛒',
      props: { plan: 'pro\u0000', '': '', ключ: "it's" },
      revenue_amount: '-999999999999999.999',
      revenue_currency: 'EUR',
    });
    await store.insertPageviews(pageviewBatchOf('a', [row]));
    const columns = Object.keys(row).map((name) =>
      name === 'time'
        ? 'toUnixTimestamp64Milli(time) AS time'
        : name.endsWith('visitor') || name.endsWith('amount')
          ? `toString(${name}) AS ${name}`
          : name,
    );
    expect(await store.query(`SELECT ${columns.join(', ')} FROM events`)).toEqual([row]);
  });

  test('maps and amounts of many rows stay with their rows', async () => {
    const store = await openForTest(await newLocation());
    const rows = Array.from({ length: 1_000 }, (_, index) =>
      pageviewRow({
        arrival: index,
        props: Object.fromEntries(Array.from({ length: index % 4 }, (__, key) => [`k${key}`, `${index}`])),
        revenue_amount: index % 3 === 0 ? '0' : `${index}.${index % 10}`,
      }),
    );
    await store.insertPageviews(pageviewBatchOf('a', rows));
    const found = await store.query<{ props: unknown; amount: string }>(
      'SELECT props, toString(revenue_amount) AS amount FROM events ORDER BY arrival',
    );
    expect(found.map(({ props }) => props)).toEqual(rows.map(({ props }) => props));
    expect(found.map(({ amount }) => Number(amount))).toEqual(rows.map((row) => Number(row.revenue_amount)));
  });

  test('a batch counts once, by its token and by its rows', async () => {
    const location = await newLocation();
    const store = await openForTest(location);
    const rows = Array.from({ length: 500 }, (_, index) =>
      pageviewRow({ time: noon + index * 86_400_000, visitor: String(index) }),
    );
    for (let time = 0; time < 3; time++) await store.insertPageviews(pageviewBatchOf('a', rows));
    expect(await store.query(count)).toEqual([{ n: 500 }]);
    await runStatement(location, 'ALTER TABLE events MODIFY SETTING non_replicated_deduplication_window = 0');
    await store.insertPageviews(pageviewBatchOf('a', rows, true), pageviewBatchOf('b', rows.slice(0, 1)));
    expect(await store.query(count)).toEqual([{ n: 501 }]);
  });

  test('batches of both kinds may have one name', async () => {
    const store = await openForTest(await newLocation());
    await store.insertPageviews(pageviewBatchOf('a', [pageviewRow()]));
    await store.insertRequests({ name: 'a', rows: [], mayBeStored: false });
    expect(await store.query(count)).toEqual([{ n: 1 }]);
  });
});
