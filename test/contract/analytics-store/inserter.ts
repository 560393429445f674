/**
 * A process that inserts batches until it is killed or done. Arguments: location as JSON, first batch, batches in all.
 * It tells on stdout which batches are stored. Not a test of its own: see crash.test.ts.
 */
import { pino } from 'pino';
import type { AnalyticsLocation } from '../../../src/analytics/engine/location.ts';
import { AnalyticsStore } from '../../../src/analytics/store/analytics-store.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { batchOf, crashRows } from './rows.ts';

const [locationText = '', first = '0', count = '1'] = process.argv.slice(2);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test that starts this process wrote it
const location = JSON.parse(locationText) as AnalyticsLocation;

try {
  const store = await AnalyticsStore.open(location, {
    logger: pino({ level: 'silent' }),
    retentionDays: 0,
    clock: systemClock,
  });
  process.stdout.write('open\n');
  for (let number = Number(first); number < Number(count); number++) {
    const rows = crashRows(number);
    // The first may have been under way when the process before was killed.
    await store.insertRequests(batchOf(`batch-${number}`, rows, number === Number(first)));
    process.stdout.write(`${number}\n`);
  }
  await store[Symbol.asyncDispose]();
} catch (error) {
  process.stdout.write(`${String(error)}\n`);
  process.exitCode = 1;
}
