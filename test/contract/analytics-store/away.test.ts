/** What a store that is away, overloaded or out of memory says, and that it comes back. Source: docs/reference/analytics-store.md. */
import { expect, onTestFinished, test } from 'vitest';
import { AnalyticsAwayError, isAnalyticsAway } from '../../../src/analytics/engine/failures.ts';
import { AnswerTime } from '../../../src/analytics/store/answer-time.ts';
import { onEachAnalyticsStore, openForTest } from '../../support/analytics-stores.ts';
import { freePort } from '../../support/free-port.ts';
import { Passage } from '../../support/passage.ts';
import { batchOf, manyRows, requestRow } from './rows.ts';

onEachAnalyticsStore('a store away', (newLocation, engine) => {
  test('a mistake in the SQL is not "away"', async () => {
    const store = await openForTest(await newLocation());
    for (const sql of [
      'SELEC 1',
      'SELECT x FROM requests',
      'SELECT 1 FROM nowhere',
      "SELECT throwIf(1, 'x')",
    ]) {
      const error: unknown = await store.query(sql).catch((thrown: unknown) => thrown);
      expect(error, sql).toBeInstanceOf(Error);
      expect(isAnalyticsAway(error), sql).toBe(false);
    }
    const unbound: unknown = await store
      .query('SELECT {a:UInt8} AS a', { b: 1 })
      .catch((thrown: unknown) => thrown);
    expect(unbound).toBeInstanceOf(Error);
    expect(isAnalyticsAway(unbound)).toBe(false);
  });

  test('a report that takes too much time', async () => {
    const store = await openForTest(await newLocation());
    await expect(
      store.query('SELECT sum(sipHash64(number)) AS n FROM numbers(1e12)', {}, '', new AnswerTime(1)),
    ).rejects.toThrow(AnalyticsAwayError);
  });

  test('every report is bound in time, on each connection', async () => {
    const store = await openForTest(await newLocation());
    await Promise.allSettled([store.query('SELEC'), store.insertRequests(batchOf('a', manyRows(10)))]);
    const [row] = await store.query<{ seconds: number }>(
      "SELECT getSetting('max_execution_time') AS seconds",
    );
    expect(row?.seconds).toBeGreaterThan(29);
    expect(row?.seconds).toBeLessThanOrEqual(30);
  });

  test('many reports at once: some wait, too many are refused', async () => {
    const store = await openForTest(await newLocation());
    const results = await Promise.allSettled(
      Array.from({ length: 600 }, (_, index) => store.query('SELECT {a:UInt32} AS a', { a: index })),
    );
    results.forEach((result, index) => {
      if (result.status === 'fulfilled') expect(result.value).toEqual([{ a: index }]);
      else expect(result.reason).toMatchObject({ code: 'too_many_requests_under_way' });
    });
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4 + 256);
    expect(await store.query('SELECT 1 AS a')).toEqual([{ a: 1 }]);
  });

  test('a closed store', async () => {
    const store = await openForTest(await newLocation());
    const running = store.query('SELECT sum(number) AS n FROM numbers(1000)');
    await store[Symbol.asyncDispose]();
    expect(await running).toEqual([{ n: 499_500 }]);
    await expect(store.query('SELECT 1')).rejects.toThrow(AnalyticsAwayError);
    await expect(store.ping()).rejects.toThrow(AnalyticsAwayError);
  });

  if (engine.kind !== 'clickhouse') return;

  test('gone and back', async () => {
    const store = await openForTest(await newLocation());
    await store.ping();
    await engine.front().goAway();
    await expect(store.ping()).rejects.toThrow(AnalyticsAwayError);
    await expect(store.query('SELECT 1')).rejects.toThrow(AnalyticsAwayError);
    await expect(store.insertRequests(batchOf('a', manyRows(10)))).rejects.toThrow(AnalyticsAwayError);
    await expect(store.applyRetention()).rejects.toThrow(AnalyticsAwayError);
    await engine.front().comeBack();
    await store.insertRequests(batchOf('a', manyRows(10)));
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 10 }]);
  });

  test('away when it is opened, and back later', async () => {
    const location = await newLocation();
    await engine.front().goAway();
    const store = await openForTest(location);
    await expect(store.query('SELECT 1')).rejects.toThrow(AnalyticsAwayError);
    await engine.front().comeBack();
    await store.insertRequests(batchOf('a', [requestRow()]));
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 1 }]);
  });

  test('cut off in the middle of inserts', async () => {
    const store = await openForTest(await newLocation());
    const batches = Array.from({ length: 20 }, (_, index) => batchOf(`b${index}`, manyRows(200)));
    const first = Promise.allSettled(batches.map((batch) => store.insertRequests(batch)));
    await engine.front().goAway();
    const failed = (await first).filter(({ status }) => status === 'rejected');
    expect(failed.every((result) => result.status === 'rejected' && isAnalyticsAway(result.reason))).toBe(
      true,
    );
    await engine.front().comeBack();
    for (const batch of batches) await store.insertRequests({ ...batch, mayBeStored: true });
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 4_000 }]);
  });

  test('overloaded', async () => {
    const store = await openForTest(await newLocation());
    await engine.front().setMode('overloaded');
    await expect(store.query('SELECT 1')).rejects.toThrow(AnalyticsAwayError);
    await engine.front().setMode('answer');
    await store.ping();
  });

  test.each([
    ['a wrong password', () => engine.front().urlOf('db', 'wrong')],
    ['a host that does not exist', () => 'http://nobody.invalid:8123/db'],
  ])('%s', async (_, url) => {
    const store = await openForTest({ kind: 'clickhouse', url: url(), cluster: undefined });
    await expect(store.query('SELECT 1')).rejects.toThrow(AnalyticsAwayError);
  });

  test('a server that goes silent: each statement has a deadline, and its connection is closed', async () => {
    const { passage, url } = await openPassage(engine.front().url);
    const store = await openForTest({ kind: 'clickhouse', url, cluster: undefined });
    await store.insertRequests(batchOf('a', manyRows(10)));
    passage.fallSilent();
    const startTick = performance.now();
    const seconds = async (work: Promise<unknown>): Promise<number> => {
      await expect(work).rejects.toThrow(AnalyticsAwayError);
      return (performance.now() - startTick) / 1000;
    };
    const [ping, insert, lookUp, report] = await Promise.all([
      seconds(store.ping()),
      seconds(store.insertRequests(batchOf('b', manyRows(10)))),
      seconds(store.insertRequests(batchOf('c', manyRows(10), true))),
      seconds(store.query('SELECT count() FROM requests')),
    ]);
    // After 10, 30 and 35 s, and some time for a busy machine. Without them, it would be minutes.
    expect(ping).toBeLessThan(25);
    for (const each of [insert, lookUp, report]) expect(each).toBeLessThan(60);
    await expect.poll(() => passage.openSockets).toBe(0);
    passage.recover();
    await store.insertRequests(batchOf('b', manyRows(10), true), batchOf('c', manyRows(10), true));
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 30 }]);
  });

  test('a server that is silent when it is opened', async () => {
    const { passage, url } = await openPassage(engine.front().url);
    passage.fallSilent();
    const store = await openForTest({ kind: 'clickhouse', url, cluster: undefined });
    expect(store.isAway).toBe(true);
    passage.recover();
    await store.ping();
    expect(store.isAway).toBe(false);
  });

  test('a port where nothing listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}/db`;
    const store = await openForTest({ kind: 'clickhouse', url, cluster: undefined });
    await expect(store.ping()).rejects.toThrow(AnalyticsAwayError);
  });
});

/** A way to a server that the test can interrupt, and the server's URL through it. */
async function openPassage(target: string): Promise<{ readonly passage: Passage; readonly url: string }> {
  const url = new URL(target);
  const passage = new Passage(url.hostname, Number(url.port));
  url.port = String(await passage.open());
  onTestFinished(() => passage.shut());
  return { passage, url: url.href };
}
