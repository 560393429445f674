/** What the background job derives, and when. Source: docs/reference/analytics-store.md ("Derived visits"). */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AnalyticsStore } from '../../../src/analytics/store/analytics-store.ts';
import type { DerivationStore } from '../../../src/analytics/visits/derivation.ts';
import { eventDays } from '../../../src/analytics/visits/derived-days.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb, openForTest } from '../../support/analytics-stores.ts';
import { pageviewRow } from '../analytics-store/rows.ts';

const dayMs = 86_400_000;
const firstDay = 20_400;

/** Each domain has two pageviews on the first day; the first one has more than the others. */
async function storeOf(domains: readonly string[]): Promise<AnalyticsStore> {
  const store = await openForTest(await chdbLocation());
  const rows = domains.flatMap((domain, index) =>
    [1, 2, ...(index === 0 ? [3] : [])].map((minute) =>
      pageviewRow({ domain, time: firstDay * dayMs + minute * 60_000 }),
    ),
  );
  await store.insertPageviews({ name: newUuid(), rows, mayBeStored: false });
  return store;
}

async function isDerived(store: AnalyticsStore, domain: string): Promise<boolean> {
  const days = await eventDays(store, domain, firstDay, firstDay);
  return days.every(({ derived }) => derived !== undefined);
}

onChdb('the deriver', () => {
  test('a domain that cannot be derived keeps no other from being derived', async () => {
    const domains = [newUuid(), newUuid(), newUuid()];
    const store = await storeOf(domains);
    const warned: unknown[] = [];
    const failing: DerivationStore = {
      query: (sql, params) => store.query(sql, params),
      execute: (sql) =>
        sql.includes(domains[0] ?? '') ? Promise.reject(new Error('too much')) : store.execute(sql),
    };
    const logger = pino({ level: 'warn' }, { write: (line) => warned.push(JSON.parse(line)) });
    const clock = { now: () => (firstDay + 3) * dayMs };
    const deriver = new VisitDeriver(failing, { clock, logger, minEvents: 1 });
    expect(await deriver.runOnce()).toBe(2);
    expect(await Promise.all(domains.map((domain) => isDerived(store, domain)))).toEqual([false, true, true]);
    expect(warned).toMatchObject([{ domain: domains[0], err: { message: 'too much' } }]);
  });

  test('a round ends when the store is away', async () => {
    const domains = [newUuid(), newUuid()];
    const store = await storeOf(domains);
    let asked = 0;
    let isAway = false;
    const leaving: DerivationStore = {
      query: (sql, params) => {
        asked += 1;
        return isAway ? Promise.reject(new Error('away')) : store.query(sql, params);
      },
      execute: () => {
        isAway = true;
        asked = 0;
        return Promise.reject(new Error('away'));
      },
    };
    const clock = { now: () => (firstDay + 3) * dayMs };
    const deriver = new VisitDeriver(leaving, { clock, logger: pino({ level: 'silent' }), minEvents: 1 });
    await expect(deriver.runOnce()).rejects.toThrow('away');
    expect(asked).toBe(1);
  });

  test('a domain is looked at when its events have changed, and every half hour', async () => {
    const domains = [newUuid(), newUuid()];
    const store = await storeOf(domains);
    let asked: string[] = [];
    const counting: DerivationStore = {
      query: (sql, params) => {
        if (typeof params.domain === 'string') asked.push(params.domain);
        return store.query(sql, params);
      },
      execute: (sql) => store.execute(sql),
    };
    let now = (firstDay + 3) * dayMs + 600_000;
    const logger = pino({ level: 'silent' });
    const deriver = new VisitDeriver(counting, { clock: { now: () => now }, logger, minEvents: 1 });
    const lookedAt = async (): Promise<Set<string>> => {
      asked = [];
      await deriver.runOnce();
      return new Set(asked);
    };
    expect(await lookedAt()).toEqual(new Set(domains));
    expect(await lookedAt()).toEqual(new Set());
    const [domain = ''] = domains;
    const insertAt = async (time: number): Promise<void> => {
      const rows = [pageviewRow({ domain, time })];
      await store.insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    };
    // Of the half hour under way.
    await insertAt(now);
    expect(await lookedAt()).toEqual(new Set());
    await insertAt(firstDay * dayMs);
    expect(await lookedAt()).toEqual(new Set([domain]));
    now += 1_800_000;
    expect(await lookedAt()).toEqual(new Set(domains));
  });
});
