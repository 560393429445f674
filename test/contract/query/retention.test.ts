/** Random questions of retention over random events, compared with the slow computation; derived and not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importedArrival, type PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { readRetention } from '../../../src/analytics/query/retention.ts';
import { runRetention } from '../../../src/analytics/query/run-retention.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { anyPageviews, calendar, firstDay, lastDay } from '../reports/random-pageviews.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { CrossedEdges } from './crossed-edges.ts';
import { anyShifted, filter, goals, zones } from './random-queries.ts';
import { toWire } from './slow-query.ts';
import { slowRetention } from './slow-retention.ts';

const dayMs = 86_400_000;
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

const anyRetention = fc.record({
  filters: fc.array(filter, { maxLength: 2, size: 'xsmall' }),
  timezone: fc.constantFrom(...zones),
  saltPeriod: fc.constantFrom<('day' | 'month')[]>('day', 'month'),
  from: fc.constantFrom(...calendar),
  days: fc.constantFrom(0, 6, 12, 40),
});

onChdb('retention', () => {
  const getStore = openForSuite(chdbLocation);
  const insert = (rows: readonly PageviewRow[]): Promise<void> =>
    getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });

  test('property: counts what the slow computation counts', async ({ annotate }) => {
    const edges = new CrossedEdges();
    let returned = 0;
    let nulls = 0;
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        fc.constantFrom('none', 'some', 'all'),
        fc.array(fc.integer({ min: firstDay, max: lastDay }), { maxLength: 4 }),
        anyShifted(anyRetention, 8),
        async (pageviews, imported, derivedDays, { shift, asked: questions }) => {
          const domain = newUuid();
          const isImported = ({ visitor }: PageviewRow): boolean =>
            imported === 'all' || (imported === 'some' && BigInt(visitor) % 2n === 0n);
          const rows = pageviews.map(
            (row): PageviewRow => ({
              ...row,
              domain,
              time: row.time + shift * dayMs,
              arrival: row.arrival + (isImported(row) ? importedArrival : 0),
            }),
          );
          if (rows.length > 0) await insert(rows);
          for (const each of derivedDays) {
            const day = each + shift;
            const end = (day + 1) * dayMs;
            const span = { day, startsUntil: end, seenUntil: end + dayMs / 4 };
            await derive(getStore(), [domain], span, Date.now());
          }
          const crossing = edges.among(rows);
          for (const { from, days, saltPeriod, timezone, ...asked } of questions) {
            const filters = asked.filters.map(toWire);
            const date_range = [isoDay(from + shift), isoDay(from + shift + days)];
            const retention = readRetention({ timezone, filters, date_range }, goals, 0);
            const { cohorts } = await runRetention(getStore(), domain, retention, saltPeriod);
            crossing(retention.range);
            const { since, until } = retention.range;
            const title = `${JSON.stringify({ filters, date_range, timezone, saltPeriod })} `;
            expect(title + JSON.stringify(cohorts)).toBe(
              title +
                JSON.stringify(slowRetention(rows, { ...asked, goals, timezone, saltPeriod, since, until })),
            );
            const later = cohorts.flatMap(({ cells }) => cells.slice(1));
            returned += later.filter((cell) => cell !== null && cell > 0).length;
            nulls += later.filter((cell) => cell === null).length;
          }
        },
      ),
      { numRuns: runs(12), endOnFailure: true },
    );
    await edges.expectShare(annotate);
    // Else nobody ever came back, or no salt ever ended.
    expect(Math.min(returned, nulls)).toBeGreaterThan(0);
  });

  test('cells past the end of a salt are null, those of imported visitors never', async () => {
    const seen = (visitor: string, arrival: number, ...days: string[]): PageviewRow[] =>
      days.map((day) => pageviewRow({ domain, visitor, arrival, time: Date.parse(`${day}T12:00:00Z`) }));
    const domain = newUuid();
    await insert([
      ...seen('1', 1, '2026-09-07', '2026-09-15', '2026-09-29'),
      ...seen('2', 1, '2026-09-09'),
      // The salt of October.
      ...seen('3', 1, '2026-10-01', '2026-10-20'),
    ]);
    const ask = async (timezone = 'UTC') => {
      const asked = readRetention({ date_range: ['2026-09-07', '2026-10-25'], timezone }, [], 0);
      return (await runRetention(getStore(), domain, asked, 'month')).cohorts;
    };
    const october = { week: '2026-09-28', visitors: 1, cells: [1, 0, 0, 1] };
    const expected = [{ week: '2026-09-07', visitors: 2, cells: [2, 1, 0, 1, null, null, null] }, october];
    expect(await ask()).toEqual(expected);
    expect(await ask('Pacific/Auckland')).toEqual(expected);
    await insert(seen('4', importedArrival + 1, '2026-09-10'));
    expect(await ask()).toEqual([{ week: '2026-09-07', visitors: 3, cells: [3, 1, 0, 1, 0, 0, 0] }, october]);
  });

  test('weeks of several years are told apart', async () => {
    const [domain, monday, weekMs] = [newUuid(), Date.UTC(2024, 0, 1), 7 * dayMs];
    const weeks = [0, 63, 64, 130];
    const rows = weeks.map((week) => ({
      domain,
      visitor: '1',
      arrival: importedArrival + week,
      time: monday + week * weekMs,
    }));
    await insert(rows.map((row) => pageviewRow(row)));
    const date_range = ['2024-01-01', isoDay((monday + 139 * weekMs) / dayMs)];
    for (const filters of [[], [['is_not', 'visit:source', ['nobody']]]]) {
      const asked = readRetention({ date_range, filters }, [], 0);
      const { cohorts } = await runRetention(getStore(), domain, asked, 'month');
      const cells = Array.from({ length: 140 }, (_, week) => (weeks.includes(week) ? 1 : 0));
      expect(cohorts).toEqual([{ week: '2024-01-01', visitors: 1, cells }]);
    }
  });

  test('nobody is in no cohort', async () => {
    const asked = readRetention({ date_range: 'all' }, [], Date.UTC(2026, 10, 22));
    expect(await runRetention(getStore(), newUuid(), asked, 'month')).toEqual({ cohorts: [] });
  });
});
