/** Traffic against expectation is what the definition says of the rows, one by one. Source: docs/reference/expectation.md. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptAt, trafficSeries } from '../../../src/analytics/expectation/traffic-series.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { countsByHour, naiveHour } from '../../support/naive-expectation.ts';
import { runs } from '../../support/runs.ts';
import { batchOf, requestRow } from '../analytics-store/rows.ts';
import { openForSuite } from './store-of-suite.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 2, 29);

onChdb('traffic against expectation', () => {
  const getStore = openForSuite(chdbLocation);
  const everywhere: number[] = [];

  test('property: is what the definition says of each row', async () => {
    const anyTime = fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -2, max: 26 }), fc.nat(hourMs - 1))
      .map(([weeks, hours, ms]) => start - weeks * 7 * dayMs + hours * hourMs + ms);
    const anyBurst = fc.tuple(anyTime, fc.constantFrom(1, 40, 120, 650), fc.boolean());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyBurst, fc.boolean()), { maxLength: 40 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
        fc.constantFrom(0, 10, 22, 400),
        async (bursts, zone, retentionDays) => {
          const [domain, other] = [newUuid(), newUuid()];
          const rows = bursts.flatMap(([[time, count, isCrawler], isOther]) =>
            Array.from({ length: count }, () =>
              requestRow({ domain: isOther ? other : domain, time, bot: isCrawler ? 'Googlebot' : '' }),
            ),
          );
          if (rows.length > 0) await getStore().insertRequests(batchOf(newUuid(), rows));
          everywhere.push(...rows.map(({ time }) => time));
          const served = new Set(countsByHour(everywhere).keys());
          const now = start + 20 * hourMs + 1;
          const kept = keptAt(now, retentionDays);
          for (const domains of [[domain], [domain, other], []]) {
            const own = rows.filter((row) => domains.includes(row.domain));
            const timesOf = (isCrawler: boolean) =>
              own.filter(({ bot }) => (bot !== '') === isCrawler).map(({ time }) => time);
            const subject = { zone, people: timesOf(false), crawlers: timesOf(true) };
            const counts = countsByHour(subject.people);
            const naive = Array.from({ length: 24 }, (_, index) =>
              naiveHour(start + index * hourMs, subject, counts, served, { since: kept.since, now }),
            );
            const span = { since: start - 59 * 60_000, until: start + 23 * hourMs + 1 };
            expect(await trafficSeries(getStore(), { domains, zone, span }, kept)).toEqual(naive);
          }
        },
      ),
      { numRuns: runs(12), endOnFailure: true },
    );
  });
});
