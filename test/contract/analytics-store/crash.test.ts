/**
 * kill -9 in the middle of inserts loses and doubles nothing. Source: docs/reference/analytics-store.md ("Each
 * request and pageview once").
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isAnalyticsAway } from '../../../src/analytics/engine/failures.ts';
import { onEachAnalyticsStore, openForTest } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { batchOf, crashRows } from './rows.ts';

/** Even: with an odd number, the last life would forget a batch that nothing inserts again. */
const kills: number = 2 * runs(2);
const inserter = fileURLToPath(new URL('inserter.ts', import.meta.url));
const batchesPerLife = 6;

/**
 * How many acknowledged batches are tried again after a life. Every other life takes the last acknowledgement for
 * unheard: a kill lands between storing and acknowledging only now and then.
 */
function forgotten(life: number): number {
  return (life + 1) % 2;
}

/** Starts an inserter and kills it some time after `batches` are stored; answers the number of the next batch. */
async function insertUntilKilled(
  location: unknown,
  first: number,
  batches: number,
  afterMs: number,
): Promise<number> {
  const child = spawn(process.execPath, [inserter, JSON.stringify(location), String(first), '1000000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let next = first;
  for await (const line of createInterface(child.stdout)) {
    if (line === 'open') continue;
    if (!/^[0-9]+$/.test(line)) throw new Error(line);
    next = Number(line) + 1;
    if (next === first + batches) setTimeout(() => child.kill('SIGKILL'), afterMs);
  }
  return next;
}

onEachAnalyticsStore('crashes', (newLocation, engine) => {
  test(`the inserting process is killed ${kills} times`, async () => {
    const location = await newLocation();
    let next = 0;
    for (let life = 0; life < kills; life++) {
      // From right after an insert was acknowledged to well within the next ones.
      next = await insertUntilKilled(location, next, batchesPerLife, life * 5);
      next -= forgotten(life);
    }
    expect(next).toBeGreaterThanOrEqual(kills * (batchesPerLife - 1));
    const store = await openForTest(location);
    // The batch under way at the last kill may be there; it is inserted again, as the shipper would.
    await store.insertRequests(batchOf(`batch-${next}`, crashRows(next), true));
    const stored = await store.query(
      'SELECT status, count() AS n, sum(bytes_in) AS sum FROM requests GROUP BY status ORDER BY status SETTINGS optimize_use_projections = 0',
    );
    const expected = Array.from({ length: next + 1 }, (_, status) => ({
      status,
      n: 500,
      sum: (500 * 499) / 2,
    }));
    expect(stored).toEqual(expected);
    const projected = await store.query(
      'SELECT status, count() AS n, sum(bytes_in) AS sum FROM requests GROUP BY status ORDER BY status SETTINGS force_optimize_projection = 1',
    );
    expect(projected).toEqual(expected);
  });

  if (engine.kind !== 'clickhouse') return;

  test(`the server is killed ${kills} times`, async () => {
    const store = await openForTest(await newLocation());
    let number = 0;
    for (let life = 0; life < kills; life++) {
      const until = number + batchesPerLife;
      let mayBeStored = true;
      let crash: Promise<void> | undefined;
      for (;;) {
        if (number === until)
          crash = new Promise((resolve) => setTimeout(resolve, life * 5)).then(() => engine.front().crash());
        try {
          await store.insertRequests(batchOf(`batch-${number}`, crashRows(number), mayBeStored));
          mayBeStored = false;
          number++;
        } catch (error) {
          if (!isAnalyticsAway(error)) throw error;
          break;
        }
      }
      await crash;
      await engine.front().restart();
      number -= forgotten(life);
    }
    await store.insertRequests(batchOf(`batch-${number}`, crashRows(number), true));
    expect(
      await store.query('SELECT status, count() AS n FROM requests GROUP BY status ORDER BY status'),
    ).toEqual(Array.from({ length: number + 1 }, (_, status) => ({ status, n: 500 })));
  });
});
