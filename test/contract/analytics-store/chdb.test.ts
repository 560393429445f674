/** The embedded engine's directory and memory. Source: docs/reference/analytics-store.md. */
import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { AnalyticsOpenError } from '../../../src/analytics/engine/chdb.ts';
import { AnalyticsAwayError } from '../../../src/analytics/engine/failures.ts';
import { chdbLocation, onChdb, openForTest } from '../../support/analytics-stores.ts';
import { batchOf, manyRows, requestRow } from './rows.ts';

const inserter = fileURLToPath(new URL('inserter.ts', import.meta.url));
const mebibyte = 1024 * 1024;

onChdb('the embedded engine', () => {
  test('only its owner may look into the directory', async () => {
    const location = await chdbLocation();
    const store = await openForTest(location);
    expect((await stat(location.path)).mode & 0o777).toBe(0o700);
    await store[Symbol.asyncDispose]();
    await chmod(location.path, 0o755);
    await openForTest(location);
    expect((await stat(location.path)).mode & 0o777).toBe(0o700);
  });

  test('a second process is told that the directory is in use, and by whom', async () => {
    const location = await chdbLocation();
    const store = await openForTest(location);
    const second = await promisify(execFile)(
      process.execPath,
      [inserter, JSON.stringify(location), '0', '1'],
      { encoding: 'utf8' },
    ).catch((error: unknown) => error);
    expect(second).toMatchObject({
      code: 1,
      stdout: `AnalyticsOpenError: the analytics directory ${location.path} is in use by process ${process.pid}; only one process may have it open\n`,
    });
    await store.insertRequests(batchOf('a', [requestRow()]));
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 1 }]);
  });

  test('a second directory in this process is refused', async () => {
    await openForTest(await chdbLocation());
    await expect(openForTest(await chdbLocation())).rejects.toThrow(AnalyticsOpenError);
  });

  test('a directory that cannot be opened is tried again, in the same process', async () => {
    const location = await chdbLocation();
    const first = await openForTest(location);
    await first.insertRequests(batchOf('a', [requestRow()]));
    await first[Symbol.asyncDispose]();
    const files = await readdir(location.path, { recursive: true });
    const path = join(location.path, files.find((name) => name.endsWith('/requests.sql')) ?? '');
    const text = await readFile(path);
    await writeFile(path, 'broken');
    await expect(openForTest(location)).rejects.toThrow(AnalyticsOpenError);
    const store = await openForTest(location, { retriesOpening: true });
    expect(store.isAway).toBe(true);
    await expect(store.query('SELECT 1')).rejects.toThrow(AnalyticsAwayError);
    await expect(store.insertRequests(batchOf('b', [requestRow()]))).rejects.toThrow(AnalyticsAwayError);
    await writeFile(path, text);
    await expect
      .poll(() => store.insertRequests(batchOf('b', [requestRow()])).then(() => 'stored', String))
      .toBe('stored');
    expect(store.isAway).toBe(false);
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 2 }]);
  });

  test('broken parts are found, parts detached for other reasons are not', async () => {
    const location = await chdbLocation();
    const first = await openForTest(location);
    for (const name of ['a', 'b', 'c']) await first.insertRequests(batchOf(name, [requestRow()]));
    expect(await first.brokenParts()).toEqual([]);
    const [broken, detached] = await first.query<{ name: string; path: string }>(
      "SELECT name, path FROM system.parts WHERE table = 'requests' AND active ORDER BY name",
    );
    if (!broken || !detached) throw new Error('there are three parts');
    await first.execute(`ALTER TABLE requests DETACH PART '${detached.name}'`);
    expect(await first.brokenParts()).toEqual([]);
    await first[Symbol.asyncDispose]();
    await truncate(join(broken.path, 'columns.txt'), 3);
    const store = await openForTest(location);
    expect(await store.brokenParts()).toEqual([
      { table: 'requests', part: `broken-on-start_${broken.name}`, reason: 'broken-on-start' },
    ]);
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 1 }]);
  });

  test('a directory whose parent is missing', async () => {
    const location = await chdbLocation();
    await expect(openForTest({ ...location, path: `${dirname(location.path)}/no/where` })).rejects.toThrow(
      'ENOENT',
    );
  });

  test('a report over the memory limit is refused and the process lives', async () => {
    const location = { ...(await chdbLocation()), memoryBytes: 256 * mebibyte };
    const store = await openForTest(location);
    await store.insertRequests(batchOf('a', manyRows(1000)));
    const heavy = 'SELECT arraySum(groupArray(number)) AS n FROM numbers(100000000)';
    const results = await Promise.allSettled([heavy, heavy, heavy].map((sql) => store.query(sql)));
    for (const result of results) {
      expect(result.status).toBe('rejected');
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(AnalyticsAwayError);
    }
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 1000 }]);
    await store.insertRequests(batchOf('b', manyRows(50_000)));
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 51_000 }]);
  });

  test('a report of many groups goes to disk instead', async () => {
    const store = await openForTest({ ...(await chdbLocation()), memoryBytes: 256 * mebibyte });
    const groups = 'SELECT count() AS n FROM (SELECT number AS k, count() FROM numbers(6000000) GROUP BY k)';
    expect(await store.query(groups)).toEqual([{ n: 6_000_000 }]);
  });
});
