/**
 * What keeping visits derived costs: many domains, few of them with most of the events; the first derivation of what is stored,
 * against one statement that only sorts the same rows, then a day in its half hours, and a look without new events.
 * Run: `node bench/derivation.ts [--domains 100000] [--thousands 10000] [--days 2] [--half-hours 48] [--min-events 1000]`
 */
import { join } from 'node:path';
import { pino } from 'pino';
import type { Look } from '../src/analytics/engine/changed-days.ts';
import { AnalyticsStore } from '../src/analytics/store/analytics-store.ts';
import type { DerivationStore } from '../src/analytics/visits/derivation.ts';
import { VisitDeriver } from '../src/analytics/visits/deriver.ts';
import { systemClock } from '../src/core/clock.ts';
import { dayOf } from '../src/core/date-range.ts';
import { dayMs, minuteMs } from '../src/core/time.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atLeast, atMost } from './support/verdict.ts';
import { insertVisits, skew } from './support/visits-of-domains.ts';

const firstDay = dayOf(Date.UTC(2026, 4, 17));
const halfHourMs = 30 * minuteMs;
const memoryBytes = 2_048 * 1_024 * 1_024;

await runBenchmark(async (cleanUp) => {
  const options = readOptions({
    domains: 100_000,
    thousands: 10_000,
    days: 2,
    'half-hours': 48,
    'min-events': 1_000,
  });
  const { domains, days, 'half-hours': halfHours, 'min-events': minEvents } = options;
  const eventsOfDay = options.thousands * 1_000;
  const machine = describeMachine();
  const store = await AnalyticsStore.open(
    { kind: 'chdb', path: join(await diskDir(cleanUp), 'analytics'), memoryBytes },
    { logger: pino({ level: 'silent' }), retentionDays: 0, clock: systemClock },
  );
  cleanUp.defer(() => store[Symbol.asyncDispose]());
  let inserted = 0;
  const insert = async (fromMs: number, toMs: number): Promise<void> => {
    const events = (eventsOfDay * (toMs - fromMs)) / dayMs;
    inserted += await insertVisits(store, { domains, fromMs, toMs, events, first: inserted });
  };
  for (let day = firstDay; day < firstDay + days; day++) {
    await insert(day * dayMs, (day + 1) * dayMs);
    console.error(`day ${day - firstDay + 1} of ${days}`);
  }

  // At midnight: the last day is derived in part.
  let now = (firstDay + days) * dayMs + 5 * minuteMs;
  const looks: number[] = [];
  const deriver = new VisitDeriver(lookingBack(store, looks), {
    clock: { now: () => now },
    logger: pino({ level: 'silent' }),
    minEvents,
  });
  let firstDays = 0;
  const firstCpuMs = await cpuMsOf(async () => {
    firstDays = await deriver.runOnce();
  });
  const isDerived = '(domain, day) IN (SELECT domain, day FROM visit_derivations)';
  const [derived] = await store.query<{ events: string; busy: string }>(
    `SELECT count() AS events, uniq(domain) AS busy FROM events WHERE ${isDerived}`,
  );
  const firstEvents = Number(derived?.events ?? 0);
  const sortCpuMs = await cpuMsOf(() =>
    store.execute(`INSERT INTO FUNCTION null('domain UUID, visitor UInt64, time DateTime64(3), path String, source String')
      SELECT domain, visitor, time, path, source FROM events WHERE ${isDerived} ORDER BY domain, visitor, time
      SETTINGS max_threads = 1, max_bytes_before_external_sort = 1000000000`),
  );
  console.error(`${firstDays} days derived in ${formatNumber(firstCpuMs / 1_000, 1)} s of CPU`);

  const start = (firstDay + days) * dayMs;
  let [dayCpuMs, dayDerivations] = [0, 0];
  for (let halfHour = 0; halfHour < halfHours; halfHour++) {
    await insert(start + halfHour * halfHourMs, start + (halfHour + 1) * halfHourMs);
    now = start + (halfHour + 1) * halfHourMs + 5 * minuteMs;
    dayCpuMs += await cpuMsOf(async () => {
      dayDerivations += await deriver.runOnce();
    });
    console.error(`half hour ${halfHour + 1} of ${halfHours}`);
  }
  looks.length = 0;
  looks.push(Math.ceil(Date.now() / 1_000) + 1);
  now += halfHourMs;
  const idleCpuMs = await cpuMsOf(() => deriver.runOnce());

  const perSecond = (count: number): number => count / (firstCpuMs / 1_000);
  const sharePercent = (100 * dayCpuMs) / (halfHours * halfHourMs);
  publishReport(
    {
      name: 'derivation',
      title: 'Keeping visits derived',
      method:
        `Embedded chDB in one process. ${formatNumber(domains)} domains with ${formatNumber(eventsOfDay)} pageviews a day, of which ` +
        `the busiest hundredth has ${formatNumber(100 * 0.01 ** (1 / skew))} %; days with fewer than ${formatNumber(minEvents)} are not ` +
        `derived. ${days} days at once, then ${halfHours} half hours with their pageviews, each followed by what the job does, which looks at ` +
        'what was written in the last two. CPU is of the whole process without the inserts; merges that run meanwhile are included.',
      sections: [
        {
          heading: 'Figures',
          table: {
            columns: ['what', 'measured'],
            rows: [
              ['domains with a day that is derived', formatNumber(Number(derived?.busy ?? 0))],
              ['domain-days derived at first', formatNumber(firstDays)],
              ['pageviews in them', formatNumber(firstEvents)],
              ['pageviews derived per second of CPU', formatNumber(perSecond(firstEvents))],
              ['sorted only, per second of CPU', formatNumber(firstEvents / (sortCpuMs / 1_000))],
              ['CPU of derivation over that of sorting', formatNumber(firstCpuMs / sortCpuMs, 1)],
              ['domain-days per second of CPU', formatNumber(perSecond(firstDays), 1)],
              [`derivations in ${halfHours} half hours`, formatNumber(dayDerivations)],
              ['CPU of a half hour, ms', formatNumber(dayCpuMs / halfHours)],
              ['share of a core, %', formatNumber(sharePercent, 2)],
              ['a look without new events, ms of CPU', formatNumber(idleCpuMs, 1)],
            ],
          },
        },
      ],
      targets: [
        atLeast('pageviews derived per second of CPU', perSecond(firstEvents), 150_000, 'of them'),
        atMost(
          `a core for ${formatNumber(domains)} domains, ${formatNumber(eventsOfDay)} pageviews a day`,
          sharePercent,
          100,
          '%',
        ),
        atMost('a look without new events', idleCpuMs, 100, 'ms of CPU'),
      ],
      figures: {
        options,
        firstDays,
        firstEvents,
        firstCpuMs,
        sortCpuMs,
        dayCpuMs,
        dayDerivations,
        idleCpuMs,
        sharePercent,
      },
    },
    machine,
  );
});

/** Half hours pass in seconds: a look is at what was written since the look before the last one, not in the last forty minutes. */
function lookingBack(store: AnalyticsStore, looks: number[]): DerivationStore {
  return {
    query: (sql, params) => store.query(sql, params),
    execute: (sql) => store.execute(sql),
    changedDays: async (look: Look) => {
      const since = look.since === undefined ? undefined : (looks.at(-2) ?? looks.at(-1));
      const looked = await store.changedDays({ ...look, since });
      looks.push(looked.at);
      return looked;
    },
  };
}

async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
