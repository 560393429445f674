/** Retention trusts only a clock that the stored rows agree with. Source: docs/reference/analytics-store.md. */
import { expect, test } from 'vitest';
import type { AnalyticsStore } from '../../../src/analytics/store/analytics-store.ts';
import { RetentionGuard } from '../../../src/analytics/store/retention-guard.ts';
import { chdbLocation, onChdb, openForTest } from '../../support/analytics-stores.ts';
import { type LogLine, rememberingLogger } from '../../support/spool-directory.ts';
import { batchOf, otherDomain, pageviewBatchOf, pageviewRow, requestRow } from './rows.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const today = Date.UTC(2026, 2, 15, 12);

/** A clock that can be set, and time that passes whatever it is set to. */
class TestTime {
  clockMs = today;
  tickMs = 5_000;

  readonly now = (): number => this.clockMs;
  readonly tick = (): number => this.tickMs;

  pass(ms: number): void {
    this.clockMs += ms;
    this.tickMs += ms;
  }
}

type Setup = {
  store: AnalyticsStore;
  time: TestTime;
  log: LogLine[];
  start: (confirmedDay?: number) => RetentionGuard;
  days: () => Promise<number>;
};

onChdb('retention by a clock', () => {
  /** Rows of the last 30 days, of which 10 are kept. */
  async function setUp(newestAgeDays = 0): Promise<Setup> {
    const time = new TestTime();
    const store = await openForTest(await chdbLocation(), { retentionDays: 9, clock: time });
    const { logger, lines: log } = rememberingLogger();
    const rows = Array.from({ length: 30 }, (_, age) =>
      requestRow({ time: today - (newestAgeDays + age) * dayMs }),
    );
    await store.insertRequests(batchOf('history', rows));
    const start = (confirmedDay?: number): RetentionGuard =>
      new RetentionGuard(store, { clock: time, tick: time.tick, logger, confirmedDay, removesRows: true });
    const days = async (): Promise<number> => {
      const [row] = await store.query<{ n: number }>('SELECT uniqExact(day) AS n FROM requests');
      return row?.n ?? 0;
    };
    return { store, time, log, start, days };
  }

  test('nothing is removed at the start; an hour later it is', async () => {
    const { time, start, days } = await setUp();
    const guard = start();
    await guard.run();
    expect(await days()).toBe(30);
    time.pass(hourMs);
    await guard.run();
    expect(await days()).toBe(10);
  });

  test('a clock that jumped before the start removes nothing, and says so once', async () => {
    const { store, time, log, start, days } = await setUp();
    time.clockMs += 4_000 * dayMs;
    const guard = start();
    for (let hour = 0; hour < 3; hour++) {
      await guard.run();
      time.pass(hourMs);
    }
    expect(await days()).toBe(30);
    expect(log.filter(({ msg }) => msg.includes('not removing old rows'))).toHaveLength(1);
    // Set right again: it waits for a day, as after a start.
    time.clockMs -= 4_000 * dayMs;
    await guard.run();
    expect(await days()).toBe(30);
    await store.insertRequests(batchOf('right', [requestRow({ time: time.clockMs + dayMs })]));
    time.pass(dayMs);
    await guard.run();
    expect(await days()).toBe(10);
  });

  test('a clock that is set right after the start removes old rows as if the service had started then', async () => {
    const { time, log, start, days } = await setUp();
    const right = time.clockMs;
    time.clockMs = 60_000;
    const guard = start();
    await guard.run();
    time.clockMs = right;
    await guard.run();
    expect(await days()).toBe(30);
    time.pass(hourMs);
    await guard.run();
    expect(await days()).toBe(10);
    expect(log).toEqual([]);
  });

  test('a clock that jumps while the service runs removes nothing, though new rows carry its time', async () => {
    const { store, time, log, start, days } = await setUp();
    const guard = start();
    await guard.run();
    time.clockMs += 4_000 * dayMs;
    await store.insertRequests(batchOf('jumped', [requestRow({ time: time.clockMs })]));
    for (let hour = 0; hour < 48; hour++) {
      time.pass(hourMs);
      await guard.run();
    }
    expect(await days()).toBe(31);
    expect(log.some(({ msg }) => msg.includes('the clock has jumped'))).toBe(true);
    // Set right again: what it wrote into the future does not count.
    time.clockMs -= 4_000 * dayMs;
    await store.insertRequests(batchOf('right', [requestRow({ time: time.clockMs })]));
    await guard.run();
    expect(await days()).toBe(10);
  });

  test('an installation that was off for a month removes again when rows have arrived for a day', async () => {
    const { store, time, start, days } = await setUp(30);
    const guard = start();
    await guard.run();
    await store.insertPageviews(pageviewBatchOf('new', [pageviewRow({ domain: otherDomain, time: today })]));
    time.pass(hourMs);
    await guard.run();
    expect(await days()).toBe(30);
    time.pass(23 * hourMs);
    await guard.run();
    expect(await days()).toBe(0);
  });

  test('a domain without traffic does not hold up the others', async () => {
    const { store, time, start, days } = await setUp(30);
    await store.insertPageviews(pageviewBatchOf('new', [pageviewRow({ domain: otherDomain, time: today })]));
    const guard = start();
    await guard.run();
    time.pass(hourMs);
    await guard.run();
    expect(await days()).toBe(0);
  });

  test.each([
    ['its day', 0, 0],
    ['another day', 3, 30],
  ])('an operator who confirms %s', async (_, offset, kept) => {
    const { start, days } = await setUp(30);
    await start(Math.floor(today / dayMs) - offset).run();
    expect(await days()).toBe(kept);
  });

  test('an empty store', async () => {
    const store = await openForTest(await chdbLocation(), { retentionDays: 9 });
    expect(await store.newestDay(30_000)).toBeUndefined();
  });
});
