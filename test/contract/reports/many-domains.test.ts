/** More domains than the engine takes in one statement; see among.ts. Source: docs/guides/several-machines.md ("A million domains"). */
import { expect, test } from 'vitest';
import { countTogether, firstHours } from '../../../src/analytics/expectation/hour-counts.ts';
import { mostEventVariety } from '../../../src/analytics/reports/event-variety.ts';
import { usageOf } from '../../../src/analytics/reports/usage.ts';
import { dayOf } from '../../../src/core/date-range.ts';
import { dayMs, hourMs } from '../../../src/core/time.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { openForSuite } from './store-of-suite.ts';

const domains = 70_000;
const firstHour = Date.UTC(2026, 2, 15, 12);

onChdb('many domains', () => {
  const getStore = openForSuite(chdbLocation);

  test('expectations, usage and custom events of all of them', async () => {
    const store = getStore();
    await store.execute(
      `INSERT INTO requests (domain, time, status) SELECT generateUUIDv4(), fromUnixTimestamp64Milli(${firstHour + 1}, 'UTC'), 200 FROM numbers(${domains})`,
    );
    const firsts = await firstHours(store, firstHour - 28 * dayMs);
    expect(firsts.size).toBe(domains);
    expect(new Set(firsts.values())).toEqual(new Set([firstHour]));
    const uuids = [...firsts.keys()];
    expect(await firstHours(store, firstHour - 28 * dayMs, uuids)).toEqual(firsts);
    const span = { since: firstHour, until: firstHour + hourMs };
    expect(await countTogether(store, uuids, span)).toEqual(new Map([[firstHour, { requests: domains }]]));
    const day = dayOf(firstHour);
    const usage = await usageOf(store, uuids, { from: day, to: day });
    expect([...usage.values()].reduce((sum, { requests }) => sum + requests, 0)).toBe(domains);
    expect(await mostEventVariety(store, uuids, firstHour)).toEqual({ names: 0, keys: 0 });
  });
});
