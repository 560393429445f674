/** What the background job derives, and when. Source: docs/reference/analytics-store.md ("Derived visits"). */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AnalyticsStore } from '../../../src/analytics/store/analytics-store.ts';
import type { DerivationStore } from '../../../src/analytics/visits/derivation.ts';
import { eventDays } from '../../../src/analytics/visits/derived-days.ts';
import { derivedVisitorDays } from '../../../src/analytics/visits/derived-visitors.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb, openForTest } from '../../support/analytics-stores.ts';
import { pageviewRow } from '../analytics-store/rows.ts';

const dayMs = 86_400_000;
const halfHourMs = 1_800_000;
const firstDay = 20_400;
const logger = pino({ level: 'silent' });

async function insertAt(
  store: AnalyticsStore,
  domain: string,
  times: readonly number[],
  name = newUuid(),
): Promise<void> {
  const rows = times.map((time, index) => pageviewRow({ domain, time, visitor: String(1 + index) }));
  await store.insertPageviews({ name, rows, mayBeStored: false });
}

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

/** The store, with some of what derivation needs of it replaced. */
function withStore(store: AnalyticsStore, replaced: Partial<DerivationStore>): DerivationStore {
  return {
    query: (sql, params) => store.query(sql, params),
    execute: (sql) => store.execute(sql),
    changedDays: (look) => store.changedDays(look),
    ...replaced,
  };
}

/** What is derived of each of the first days that has events, in hours from its beginning; undefined for nothing. */
async function derivedHours(store: AnalyticsStore, domain: string): Promise<(number | undefined)[]> {
  const days = await eventDays(store, domain, firstDay, firstDay + 9);
  return days.map(({ day, derived }) => derived && (derived.seenUntil - day * dayMs) / 3_600_000);
}

async function rowsOf(store: AnalyticsStore, table: string): Promise<number> {
  const [row] = await store.query<{ rows: number }>(`SELECT count() AS rows FROM ${table}`);
  return row?.rows ?? 0;
}

onChdb('the deriver', () => {
  test.each(['execute', 'query'] as const)(
    'a domain whose %s fails keeps no other from being derived, and is tried again',
    async (method) => {
      const domains = [newUuid(), newUuid(), newUuid()];
      const store = await storeOf(domains);
      const warned: unknown[] = [];
      let bad = domains[0] ?? '';
      const refuse = (text: string) => text.includes(bad);
      const failing = withStore(store, {
        execute: (sql) =>
          method === 'execute' && refuse(sql) ? Promise.reject(new Error('too much')) : store.execute(sql),
        query: (sql, parameters, ...rest) =>
          method === 'query' && !sql.includes('system.parts') && refuse(sql + JSON.stringify(parameters))
            ? Promise.reject(new Error('too much'))
            : store.query(sql, parameters, ...rest),
      });
      const warning = pino({ level: 'warn' }, { write: (line) => warned.push(JSON.parse(line)) });
      const clock = { now: () => (firstDay + 3) * dayMs };
      const deriver = new VisitDeriver(failing, { clock, logger: warning, minEvents: 1 });
      expect(await deriver.runOnce()).toBe(2);
      expect(await Promise.all(domains.map((domain) => derivedHours(store, domain)))).toEqual([
        [undefined],
        [30],
        [30],
      ]);
      expect(warned).toMatchObject([{ domain: domains[0], err: { message: 'too much' } }]);
      bad = 'none';
      expect(await deriver.runOnce()).toBe(1);
      expect(await deriver.runOnce()).toBe(0);
    },
  );

  test('a round ends when the store is away', async () => {
    const domains = [newUuid(), newUuid()];
    const store = await storeOf(domains);
    let asked = 0;
    let isAway = false;
    const leaving = withStore(store, {
      query: (sql, params) => {
        asked += 1;
        return isAway ? Promise.reject(new Error('away')) : store.query(sql, params);
      },
      execute: () => {
        isAway = true;
        asked = 0;
        return Promise.reject(new Error('away'));
      },
    });
    const clock = { now: () => (firstDay + 3) * dayMs };
    const deriver = new VisitDeriver(leaving, { clock, logger, minEvents: 1 });
    await expect(deriver.runOnce()).rejects.toThrow('away');
    expect(asked).toBe(1);
  });

  test('domains are derived together, in three statements', async () => {
    const domains = Array.from({ length: 20 }, () => newUuid());
    const store = await storeOf(domains);
    const executed: string[] = [];
    const counting = withStore(store, {
      execute: (sql) => {
        executed.push(sql);
        return store.execute(sql);
      },
    });
    const clock = { now: () => (firstDay + 3) * dayMs };
    expect(await new VisitDeriver(counting, { clock, logger, minEvents: 1 }).runOnce()).toBe(20);
    expect(executed).toHaveLength(3);
    for (const domain of domains) expect(await derivedHours(store, domain)).toEqual([30]);
  });

  test('a look is at what was stored since the one before, whenever that happened', async () => {
    const domains = [newUuid(), newUuid()];
    const [domain = '', other = ''] = domains;
    const store = await storeOf(domains);
    // Parts that the looks below see again were stored within ten minutes.
    const looks: (number | undefined)[] = [];
    let named: string[] = [];
    let hasPassed = false;
    const counting = withStore(store, {
      changedDays: async (look) => {
        looks.push(look.since);
        const since = hasPassed && look.since !== undefined ? look.since + 600 + 601 : look.since;
        const looked = await store.changedDays({ ...look, since });
        named = looked.changed.map((one) => one.domain);
        return looked;
      },
    });
    let now = (firstDay + 3) * dayMs + 600_000;
    const deriver = new VisitDeriver(counting, { clock: { now: () => now }, logger, minEvents: 1 });
    expect(await deriver.runOnce()).toBe(2);
    expect(new Set(named)).toEqual(new Set(domains));
    expect(looks).toEqual([undefined]);
    // Nothing has been stored since.
    hasPassed = true;
    now += halfHourMs;
    expect(await deriver.runOnce()).toBe(0);
    expect(named).toEqual([]);
    hasPassed = false;
    await insertAt(store, domain, [firstDay * dayMs + 5_000]);
    expect(await derivedHours(store, domain)).toEqual([undefined]);
    expect(await deriver.runOnce()).toBe(1);
    expect(await derivedHours(store, domain)).toEqual([30]);
    // Of the half hour under way: once it has passed.
    await insertAt(store, other, [now]);
    expect(await deriver.runOnce()).toBe(0);
    now += 2 * halfHourMs;
    expect(await deriver.runOnce()).toBe(1);
  });

  test('a day is derived when it has enough events, and once more when it is final', async () => {
    const domain = newUuid();
    const store = await openForTest(await chdbLocation());
    let now = firstDay * dayMs + 12 * 3_600_000 + 300_000;
    const deriver = new VisitDeriver(store, { clock: { now: () => now }, logger, minEvents: 3 });
    await insertAt(
      store,
      domain,
      [1, 2].map((hour) => firstDay * dayMs + hour * 3_600_000),
    );
    expect(await deriver.runOnce()).toBe(0);
    await insertAt(store, domain, [firstDay * dayMs + 3 * 3_600_000]);
    expect(await deriver.runOnce()).toBe(1);
    expect(await derivedHours(store, domain)).toEqual([12]);
    now = (firstDay + 1) * dayMs + 5 * 3_600_000;
    expect(await deriver.runOnce()).toBe(0);
    now += 2 * 3_600_000;
    expect(await deriver.runOnce()).toBe(1);
    expect(await derivedHours(store, domain)).toEqual([30]);
    now += 2 * dayMs;
    expect(await deriver.runOnce()).toBe(0);
  });

  test('a day with few events is derived once it is final, without visitors, and again after late ones', async () => {
    const [domain, other] = [newUuid(), newUuid()];
    const store = await openForTest(await chdbLocation());
    const at = (day: number, hour: number): number => (firstDay + day) * dayMs + hour * 3_600_000;
    let now = at(1, 7);
    const deriver = new VisitDeriver(store, { clock: { now: () => now }, logger });
    await insertAt(store, domain, [at(0, 1), at(0, 2), at(1, 1)]);
    await insertAt(store, other, [at(-60, 1), at(0, 1)]);
    // Of both, also the day before, whose visits could go on with these events.
    expect(await deriver.runOnce()).toBe(5);
    expect(await derivedHours(store, domain)).toEqual([30, undefined]);
    expect(await rowsOf(store, 'visitor_days')).toBe(0);
    const [counted] = await derivedVisitorDays(
      store,
      domain,
      { from: firstDay, to: firstDay },
      `${firstDay}`,
    );
    expect(counted).toMatchObject({ derived: undefined });
    await insertAt(store, domain, [at(0, 3)]);
    now += dayMs;
    expect(await deriver.runOnce()).toBe(3);
    expect(await derivedHours(store, domain)).toEqual([30, 30]);
    now += dayMs;
    expect(await deriver.runOnce()).toBe(0);
  });

  test('what a killed process has left half done is derived by the next one', async () => {
    const domain = newUuid();
    const store = await storeOf([domain]);
    const clock = { now: () => (firstDay + 3) * dayMs };
    const killed = withStore(store, {
      execute: (sql) =>
        sql.includes('INTO visit_derivations') ? new Promise<void>(() => {}) : store.execute(sql),
    });
    void new VisitDeriver(killed, { clock, logger, minEvents: 1 }).runOnce();
    await expect.poll(() => rowsOf(store, 'visitor_days')).toBeGreaterThan(0);
    expect(await derivedHours(store, domain)).toEqual([undefined]);
    expect(await new VisitDeriver(store, { clock, logger, minEvents: 1 }).runOnce()).toBe(1);
    expect(await derivedHours(store, domain)).toEqual([30]);
  });

  test('days that retention removes cost no derivation of the days after them', async () => {
    const domain = newUuid();
    const store = await openForTest(await chdbLocation());
    const days = [0, 1, 2, 3, 4].map((offset) => firstDay + offset);
    await insertAt(
      store,
      domain,
      days.map((day) => day * dayMs + 12 * 3_600_000),
    );
    const clock = { now: () => (firstDay + 9) * dayMs };
    const deriver = new VisitDeriver(store, { clock, logger, minEvents: 1 });
    expect(await deriver.runOnce()).toBe(5);
    await store.execute(
      `ALTER TABLE events DELETE WHERE day <= toDate(${firstDay + 1}) SETTINGS mutations_sync = 2`,
    );
    expect(await deriver.runOnce()).toBe(0);
    const range = { from: firstDay, to: firstDay + 4 };
    const counted = await derivedVisitorDays(store, domain, range, String(range.from));
    expect(counted.map(({ derived }) => derived !== undefined)).toEqual([true, true, true]);
  });

  test('stopping waits for one statement, not for all domains whose salts changed', async () => {
    const store = await openForTest(await chdbLocation());
    const rows = Array.from({ length: 5 }, () =>
      pageviewRow({
        domain: newUuid(),
        time: firstDay * dayMs + 60_000,
        visitor: '1',
        previous_visitor: '2',
      }),
    );
    await store.insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    let executed = 0;
    const stopping = withStore(store, {
      execute: async (sql) => {
        executed += 1;
        void deriver.stop();
        await store.execute(sql);
      },
    });
    const clock = { now: () => (firstDay + 3) * dayMs };
    const deriver = new VisitDeriver(stopping, { clock, logger, minEvents: 1 });
    await expect(deriver.runOnce()).rejects.toThrow('stopped');
    expect(executed).toBe(1);
    expect(await new VisitDeriver(store, { clock, logger, minEvents: 1 }).runOnce()).toBe(5);
  });

  test('one node derives at a time: another one only when it may', async () => {
    const domains = [newUuid(), newUuid()];
    const store = await storeOf(domains);
    const clock = { now: () => (firstDay + 3) * dayMs };
    let holder = 'a';
    const nodes = ['a', 'b'].map(
      (name) =>
        new VisitDeriver(store, {
          clock,
          logger,
          minEvents: 1,
          mayDerive: () => Promise.resolve(holder === name),
        }),
    );
    const [a, b] = nodes;
    expect(await Promise.all([a?.runOnce(), b?.runOnce()])).toEqual([2, 0]);
    await insertAt(store, domains[0] ?? '', [firstDay * dayMs + 9_000]);
    holder = 'b';
    expect(await Promise.all([a?.runOnce(), b?.runOnce()])).toEqual([0, 1]);
    // Its next look begins where its own last one ended.
    await insertAt(store, domains[1] ?? '', [firstDay * dayMs + 9_000]);
    holder = 'a';
    expect(await Promise.all([a?.runOnce(), b?.runOnce()])).toEqual([1, 0]);
  });
});
