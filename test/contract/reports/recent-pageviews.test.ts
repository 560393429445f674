/** Pageviews of the last minutes are kept as they come: as the store would answer them. Source: docs/reference/analytics-store.md. */
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/pageview-row.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { webReports } from '../../../src/analytics/reports/web-reports.ts';
import { recentPageviews } from '../../../src/analytics/visits/recent-pageviews.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { countingStore, request, today, unknowingStore } from './asking.ts';
import { openForSuite } from './store-of-suite.ts';

const minuteMs = 60_000;
const noon = (today + 0.5) * 86_400_000;
const since = noon - 15 * minuteMs;

onEachAnalyticsStore('pageviews of the last minutes', (newLocation, { kind }) => {
  const getStore = openForSuite(newLocation);
  // What is true of one kind of store only is no test of the other, so not one that is skipped.
  const onChdb = (name: string, run: () => Promise<void>): void => {
    if (kind === 'chdb') test(name, run);
  };
  const insert = (...rows: readonly PageviewRow[]): Promise<void> =>
    getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });

  onChdb('what is kept of a pageview is what the store would answer', async () => {
    const domain = newUuid();
    const store = countingStore(getStore);
    const odd = '\ud800 "quoted"\\\n\0ü';
    const rows = [
      { country: 'DE', region: 'DE-BY', region_name: 'Bavaria', city: 'Munich' },
      { country: 'DE', region: 'DE-BY', region_name: '', city: '' },
      { country: '', region: '', region_name: 'Somewhere', city: 'Town' },
      { country: '', region: '', region_name: '', city: '' },
      { browser: '', operating_system: '', screen: '' as const },
      { browser: odd, operating_system: odd, region_name: odd, city: odd, path: odd, source: odd },
      { utm_source: odd, utm_medium: 'm', utm_campaign: 'c', utm_term: 't', utm_content: odd },
      { visitor: '18446744073709551615', previous_visitor: '9007199254740993' },
    ].map((fields, index) => pageviewRow({ domain, time: noon + index, ...fields }));
    expect(await recentPageviews(store, domain, since)).toEqual([]);
    await insert(...rows.toReversed());
    const before = store.statements;
    const kept = await recentPageviews(store, domain, since);
    expect(store.statements).toBe(before);
    expect(kept).toHaveLength(rows.length);
    // Of a store that has not seen them come.
    const read = await recentPageviews(unknowingStore(getStore), domain, since);
    // Only the engine works out a tie.
    expect(kept).toEqual(read?.map((pageview) => Object.assign(pageview, { tie: undefined })));
  });

  if (kind === 'clickhouse')
    test('none are kept of a server: others write to it', async () => {
      const domain = newUuid();
      const store = countingStore(getStore);
      await insert(pageviewRow({ domain, time: noon }));
      expect(await recentPageviews(store, domain, since)).toBeUndefined();
      expect(store.statements).toBe(0);
    });

  for (const [how, arrivals, isCounted] of [
    ['by their arrival, with no statement', [2, 1], true],
    ['by the engine where their arrival is not known', [0, 0], false],
  ] as const)
    onChdb(`two in one millisecond are put in order ${how}`, async () => {
      const exits = webReports.find(({ name }) => name === 'exit_pages');
      if (exits === undefined) throw new Error('there are exit pages');
      // One of the two orders would be wrong.
      for (const paths of [
        ['/a', '/b'],
        ['/b', '/a'],
      ]) {
        const domain = newUuid();
        const store = countingStore(getStore);
        const ask = (from: typeof store): Promise<unknown> =>
          runReport(from, exits, { ...request, nowMs: noon, domainUuid: domain });
        await insert(pageviewRow({ domain, time: noon - 60 * minuteMs, visitor: '2' }));
        await ask(store);
        await insert(pageviewRow({ domain, time: noon - 1, visitor: '3' }));
        await ask(store);
        for (const [index, path] of paths.entries())
          await insert(pageviewRow({ domain, time: noon, path, arrival: arrivals[index] ?? 0 }));
        const before = store.statements;
        const answer = await ask(store);
        expect(store.statements === before).toBe(isCounted);
        expect(answer).toEqual(await ask({ ...store, remember: (_, read) => forgotten(read) }));
      }
    });
});

async function forgotten<T>(answer: (memory: undefined) => Promise<{ readonly value: T }>): Promise<T> {
  return (await answer(undefined)).value;
}
