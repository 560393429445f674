/**
 * What reports and filtered queries take, on a domain with millions of requests and of pageviews among those of others, the
 * last day under way, and on a small one; reports also over the rows themselves, without projections or derived rows. And what
 * derivation takes, a page of reports at once, the memory of twelve queries at once, and the disk.
 * Run: `node bench/reports.ts [--millions 30] [--others 70] [--pageview-millions 30] [--pageview-others 10]
 * [--paths 50000] [--rounds 15] [--query-rounds 5] [--cold-rounds 3] [--page-millions 3]`. 0 millions leave one of them out.
 */

import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { plainPageview } from '../src/analytics/engine/pageview-row.ts';
import type { ReportStore } from '../src/analytics/engine/report-store.ts';
import { noRowDetails } from '../src/analytics/engine/request-row.ts';
import { readVisitorQuery } from '../src/analytics/query/read-query.ts';
import { runVisitorQuery } from '../src/analytics/query/run-query.ts';
import { proxyReports } from '../src/analytics/reports/proxy-reports.ts';
import type { Report as ReportRow } from '../src/analytics/reports/report.ts';
import { runReport } from '../src/analytics/reports/run-report.ts';
import { webReports } from '../src/analytics/reports/web-reports.ts';
import { AnalyticsStore } from '../src/analytics/store/analytics-store.ts';
import { VisitDeriver } from '../src/analytics/visits/deriver.ts';
import { systemClock } from '../src/core/clock.ts';
import { dayOf } from '../src/core/date-range.ts';
import { newUuid } from '../src/core/ids.ts';
import { dayMs, minuteMs } from '../src/core/time.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { filteredQueries, plainQueries } from './support/filtered-queries.ts';
import { measure, measureOnce, type Times, toTimes } from './support/measure.ts';
import { readOptions } from './support/options.ts';
import { fillPageviews } from './support/pageview-rows.ts';
import { fillPageLoads, questions, type Reads, readsOf } from './support/questions.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { domainAt, fillRequests } from './support/request-rows.ts';
import { runBenchmark } from './support/run.ts';
import { median, percentile } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const million = 1_000_000;
const smallRows = 100_000;
const days = 30;
const firstDay = dayOf(Date.UTC(2026, 4, 17));
/** The default range: 31 days, the last of them today. */
const range = { from: firstDay - 1, to: firstDay + days - 1 };
/** An hour before the last day ends; nothing is stored of later. */
const nowMs = (firstDay + days) * dayMs - dayMs / 24;
const longScanMs = 2_000;
/** Until a store that was opened has nothing to do any more: it merges what it finds. */
const settleMs = 3_000;
const queriesAtOnce = 12;
let added = 0;
/** The default of NAMEPLATE_ANALYTICS_MEMORY. */
const memoryBytes = 2_048 * 1_024 * 1_024;

type Location = Parameters<typeof AnalyticsStore.open>[0] & { kind: 'chdb' };
type Timed = (store: ReportStore, domain: string) => Promise<unknown>;
type Measured = {
  readonly name: string;
  /** Repeated, each time after one more request and pageview of today. */
  readonly large: Times;
  readonly small: Times;
};
type MeasuredQuestion = Measured & { readonly reads: Reads };
type MeasuredReport = Measured & { readonly cold: Times; readonly scan: Times };

await runBenchmark(async (cleanUp) => {
  const options = readOptions(
    {
      millions: 30,
      others: 70,
      'pageview-millions': 30,
      'pageview-others': 10,
      paths: 50_000,
      rounds: 15,
      'query-rounds': 5,
      'cold-rounds': 3,
      'scan-rounds': 3,
      'page-millions': 3,
    },
    {
      millions: 'zero',
      'pageview-millions': 'zero',
      'page-millions': 'zero',
      'cold-rounds': 'zero',
      'scan-rounds': 'zero',
    },
  );
  const machine = describeMachine();
  const directory = await diskDir(cleanUp);
  const page = await measurePage(newLocation(join(directory, 'page')), options);
  const location = newLocation(join(directory, 'analytics'));
  const shared = { small: smallRows, firstDay, paths: options.paths };
  const requests = await fillRequests(
    location,
    { ...shared, large: options.millions * million, others: options.others * million, days },
    progress,
  );
  const pageviews = await fillPageviews(
    location,
    {
      ...shared,
      large: options['pageview-millions'] * million,
      others: options['pageview-others'] * million,
      days: nowMs / dayMs - firstDay,
    },
    progress,
  );
  const reports = [
    ...(options.millions === 0 ? [] : proxyReports),
    ...(options['pageview-millions'] === 0 ? [] : webReports),
  ];
  const scans = await measureScans(
    location,
    options['scan-rounds'] === 0 ? [] : reports,
    options['scan-rounds'],
  );
  const derivation = await derive(location);
  const cold = await measureCold(location, reports, options['cold-rounds']);
  const store = await openStore(location, cleanUp);
  const none = { wallMs: [], cpuMs: [] };
  const measured: MeasuredReport[] = [];
  for (const report of reports)
    measured.push({
      ...(await measureBoth(store, report.name, askReport(report), options.rounds)),
      scan: scans.get(report.name) ?? none,
      cold: cold.get(report.name) ?? none,
    });
  const queries = options['pageview-millions'] === 0 ? [] : filteredQueries(range);
  const plain: Measured[] = [];
  for (const [name, query] of options['pageview-millions'] === 0 ? [] : plainQueries(range))
    plain.push(await measureBoth(store, name, askQuery(query), options['query-rounds']));
  const filtered: Measured[] = [];
  for (const [name, query] of queries)
    filtered.push(await measureBoth(store, name, askQuery(query), options['query-rounds']));
  const memory = await measureMemory(
    store,
    queries.slice(0, queriesAtOnce).map(([, query]) => askQuery(query)),
  );
  const disk = await diskPerMillion(store);
  await store[Symbol.asyncDispose]();
  const asked =
    options['pageview-millions'] === 0 ? [] : await measureQuestions(location, options['query-rounds']);

  const middle = (of: readonly Measured[], kind: 'large' | 'small'): number =>
    median(of.map((one) => median(one[kind].wallMs)));
  const slowest = (of: readonly Measured[], kind: 'large' | 'small'): number =>
    Math.max(...of.map((one) => median(one[kind].wallMs)));
  const millions = options['pageview-millions'];
  publishReport(
    {
      name: 'reports',
      title: 'Reports and queries over millions of requests and pageviews',
      method:
        `Embedded chDB. One custom domain with about ${options.millions} million requests in ${days} days, on ` +
        `${formatNumber(requests.pathDays)} pairs of path and day, among ${options.others} million of others ` +
        `(${formatNumber(requests.parts)} parts, ${formatNumber(requests.bytes / 1e6)} MB); and with ` +
        `${formatNumber(pageviews.large)} pageviews of ${formatNumber(pageviews.visitors)} visitors, about ` +
        `${formatNumber(pageviews.large / days)} of them today, among ${options['pageview-others']} million of others ` +
        `(${formatNumber(pageviews.parts)} parts, ${formatNumber(pageviews.bytes / 1e6)} MB). The time is 23:00. Reports and ` +
        'queries of 31 days, one at a time, from the call to the answer, each with all its statements; before each a request ' +
        `and a pageview of the last minute are stored. Medians of ${options.rounds} (queries: ${options['query-rounds']}) in a ` +
        `row after two that do not count. Cold: the first one of a store opened ${settleMs / 1000} s ago, ` +
        `${options['cold-rounds']} times; files may be in the page cache.`,
      sections: [
        {
          heading: 'Reports, milliseconds',
          note:
            'CPU is user and system time of the whole process. “From the rows” is the same report with nothing derived and ' +
            `projections turned off; “–” needs more memory than a report may have. The small domain has about ` +
            `${formatNumber(smallRows)} requests and pageviews.`,
          table: {
            columns: ['report', 'median', 'p90', 'CPU', 'cold', 'small domain', 'from the rows'],
            rows: measured.map(({ name, large, cold: first, small, scan }) => [
              name,
              formatNumber(median(large.wallMs), 1),
              formatNumber(percentile(large.wallMs, 0.9), 1),
              formatNumber(median(large.cpuMs), 1),
              formatNumber(median(first.wallMs), 1),
              formatNumber(median(small.wallMs), 1),
              scan.wallMs.length === 0 ? '–' : formatNumber(median(scan.wallMs)),
            ]),
          },
        },
        { heading: 'Queries without filters, milliseconds', table: queryTable(plain) },
        { heading: 'Filtered queries, milliseconds', table: queryTable(filtered) },
        {
          heading: 'Other questions, milliseconds',
          note:
            'Page loads are as many as pageviews, each a person’s, and stored for these questions only. Rows and marks are those that ' +
            'the engine expects to read (EXPLAIN ESTIMATE), of all statements.',
          table: questionTable(asked),
        },
        {
          heading: 'Everything else',
          table: {
            columns: ['what', 'measured'],
            rows: [
              ['derivation, events per second of CPU', formatNumber(derivation.large)],
              ['the same of the small domains', formatNumber(derivation.others)],
              [
                `all ${webReports.length} reports of a page at once, ${options['page-millions']} million pageviews, ms`,
                formatNumber(page),
              ],
              [
                `resident memory, at rest before ${queriesAtOnce} queries at once, MB`,
                formatNumber(memory.before),
              ],
              ['most during them', formatNumber(memory.most)],
              ['disk per million pageviews, events, MB', formatNumber(disk.events, 1)],
              ['the same, derived rows', formatNumber(disk.derived, 1)],
            ],
          },
        },
      ],
      targets: [
        atMost(`slowest report, ${millions} million pageviews`, slowest(measured, 'large'), 400, 'ms'),
        atMost('middle one', middle(measured, 'large'), 100, 'ms'),
        atMost('slowest report of the small domain', slowest(measured, 'small'), 20, 'ms'),
        atMost(
          `slowest filtered query, ${millions} million pageviews`,
          slowest(filtered, 'large'),
          1_200,
          'ms',
        ),
        atMost('middle one', middle(filtered, 'large'), 500, 'ms'),
        atMost('slowest filtered query of the small domain', slowest(filtered, 'small'), 30, 'ms'),
        atMost('slowest query without filters', slowest(plain, 'large'), 400, 'ms'),
        atMost('all reports of a page at once', page, 300, 'ms'),
        atMost('CPU to derive 150,000 events', 150_000 / derivation.large, 1, 's'),
      ],
      figures: {
        options,
        requests,
        pageviews,
        derivation,
        page,
        memory,
        disk,
        measured,
        plain,
        filtered,
        asked,
      },
    },
    machine,
  );
});

function queryTable(measured: readonly Measured[]) {
  return {
    columns: ['query', 'median', 'p90', 'CPU', 'small domain'],
    rows: measured.map(({ name, large, small }) => [
      name,
      formatNumber(median(large.wallMs), 1),
      formatNumber(percentile(large.wallMs, 0.9), 1),
      formatNumber(median(large.cpuMs), 1),
      formatNumber(median(small.wallMs), 1),
    ]),
  };
}

function questionTable(asked: readonly MeasuredQuestion[]) {
  const { columns, rows } = queryTable(asked);
  return {
    columns: [...columns, 'rows read', 'marks'],
    rows: rows.map((row, index) => {
      const { rows: read = 0, marks = 0 } = asked[index]?.reads ?? {};
      return row.concat(formatNumber(read), formatNumber(marks));
    }),
  };
}

function progress(done: number): void {
  if (done % (10 * million) === 0) console.error(`${formatNumber(done)} rows`);
}

function newLocation(path: string): Location {
  return { kind: 'chdb', path, memoryBytes };
}

async function openStore(location: Location, cleanUp?: CleanUp): Promise<AnalyticsStore> {
  const logger = pino({ level: 'silent' });
  const store = await AnalyticsStore.open(location, { logger, retentionDays: 0, clock: systemClock });
  cleanUp?.defer(() => store[Symbol.asyncDispose]());
  return store;
}

function askReport(report: ReportRow): Timed {
  return (store, domainUuid) =>
    runReport(store, report, {
      domainUuid,
      range,
      frequency: 'day',
      limit: 1_000,
      utmParam: 'utm_source',
      locationType: 'country',
      nowMs,
    });
}

function askQuery(query: Readonly<Record<string, unknown>>): Timed {
  return (store, domain) => runVisitorQuery(store, domain, readVisitorQuery(query, nowMs));
}

/** Before anything is derived. */
async function measureScans(
  location: Location,
  reports: readonly ReportRow[],
  rounds: number,
): Promise<Map<string, Times>> {
  await using store = await openStore(location);
  const times = new Map<string, Times>();
  for (const report of reports)
    times.set(report.name, await measureScan(withoutProjections(store), report, rounds));
  return times;
}

/** What takes long is measured once; what needs more memory than reports have, not at all. */
async function measureScan(store: ReportStore, report: ReportRow, rounds: number): Promise<Times> {
  try {
    const ask = (): Promise<unknown> => askReport(report)(store, domainAt(0));
    const first = await measureOnce(ask);
    if (first[0] > longScanMs) return toTimes([first]);
    return await measure(ask, rounds);
  } catch (error) {
    console.error(`${report.name} from the rows: ${String(error).slice(0, 200)}`);
    return { wallMs: [], cpuMs: [] };
  }
}

/** As the service does it, in one go: the large domain, then the others. Merges that run meanwhile are included. */
async function derive(location: Location): Promise<{ large: number; others: number }> {
  await using store = await openStore(location);
  const eventsPerCpuSecond = async (domains: string, minEvents: number): Promise<number> => {
    const cpuBefore = process.cpuUsage();
    const options = { clock: { now: () => nowMs }, logger: pino({ level: 'silent' }), minEvents };
    await new VisitDeriver(store, options).runOnce();
    const { user, system } = process.cpuUsage(cpuBefore);
    const [row] = await store.query<{ events: number }>(
      `SELECT count() AS events FROM events
      WHERE ${domains} AND (domain, day) IN (SELECT domain, day FROM visit_derivations)`,
    );
    return (row?.events ?? 0) / ((user + system) / 1e6);
  };
  const isLarge = `domain = '${domainAt(0)}'`;
  return {
    large: await eventsPerCpuSecond(isLarge, 2 * smallRows),
    others: await eventsPerCpuSecond(`NOT ${isLarge}`, 1_000),
  };
}

async function measureCold(
  location: Location,
  reports: readonly ReportRow[],
  rounds: number,
): Promise<Map<string, Times>> {
  const times = new Map<string, Times>();
  for (const report of reports) {
    const samples: [wallMs: number, cpuMs: number][] = [];
    for (let round = 0; round < rounds; round++) {
      await using store = await openStore(location);
      // As a service that starts.
      await store.applyRetention();
      await setTimeout(settleMs);
      samples.push(await measureOnce(() => askReport(report)(store, domainAt(0))));
    }
    times.set(report.name, toTimes(samples));
  }
  return times;
}

async function measureBoth(
  store: AnalyticsStore,
  name: string,
  ask: Timed,
  rounds: number,
): Promise<Measured> {
  const of = (domain: string): Promise<Times> =>
    measure(
      () => ask(store, domain),
      rounds,
      () => addEvents(store, domain),
    );
  const measured = { name, large: await of(domainAt(0)), small: await of(domainAt(1)) };
  console.error(`${name}: ${formatNumber(median(measured.large.wallMs), 1)} ms`);
  return measured;
}

/** What takes longer than a query may has no times. */
async function measureQuestions(location: Location, rounds: number): Promise<MeasuredQuestion[]> {
  await fillPageLoads(location);
  await using store = await openStore(location);
  const measured: MeasuredQuestion[] = [];
  for (const [name, ask] of questions(range, nowMs)) {
    const reads = await readsOf(store, ask, domainAt(0));
    try {
      measured.push({ ...(await measureBoth(store, name, ask, rounds)), reads });
    } catch (error) {
      console.error(`${name}: ${String(error).slice(0, 200)}`);
      const none = { wallMs: [Number.NaN], cpuMs: [Number.NaN] };
      measured.push({ name: `${name}: no answer within 30 s`, large: none, small: none, reads });
    }
  }
  return measured;
}

/** All reports of a page at once after a new event, in milliseconds. */
async function measurePage(
  location: Location,
  options: { readonly 'page-millions': number; readonly paths: number; readonly rounds: number },
): Promise<number> {
  if (options['page-millions'] === 0) return Number.NaN;
  const large = options['page-millions'] * million;
  const rows = { small: smallRows, firstDay, paths: options.paths, large, others: 0 };
  await fillPageviews(location, { ...rows, days: nowMs / dayMs - firstDay }, progress);
  await derive(location);
  await using store = await openStore(location);
  const ask = (): Promise<unknown> =>
    Promise.all(webReports.map((report) => askReport(report)(store, domainAt(0))));
  const times = await measure(ask, options.rounds, () => addEvents(store, domainAt(0)));
  return median(times.wallMs);
}

function residentMb(): number {
  return process.memoryUsage().rss / 1e6;
}

async function measureMemory(
  store: AnalyticsStore,
  queries: readonly Timed[],
): Promise<{ before: number; most: number }> {
  // Until the engine has given back what it took.
  await setTimeout(3 * settleMs);
  const before = residentMb();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentMb());
  }, 20);
  try {
    await Promise.all(queries.map((ask) => ask(store, domainAt(0))));
  } finally {
    clearInterval(timer);
  }
  return { before, most };
}

/** Megabytes of a million events, and of what is derived of them. */
async function diskPerMillion(store: AnalyticsStore): Promise<{ events: number; derived: number }> {
  const [row] = await store.query<{ events: number; derived: number }>(
    `SELECT sumIf(bytes_on_disk, table = 'events') / sumIf(rows, table = 'events') AS events,
      sumIf(bytes_on_disk, table IN ('visits', 'visitor_days', 'visit_derivations')) / sumIf(rows, table = 'events') AS derived
    FROM system.parts WHERE active AND database = currentDatabase()`,
  );
  return { events: row?.events ?? 0, derived: row?.derived ?? 0 };
}

/** One request and one pageview of the last minutes, each a millisecond after the one before. */
async function addEvents(store: AnalyticsStore, domain: string): Promise<void> {
  const common = { domain, time: nowMs - minuteMs + added++, path: '/articles/1/index.html' };
  const request = { method: 'GET', status: 200, bytes_in: 400, bytes_out: 4_000, duration_us: 1_000 };
  await store.insertRequests({
    name: newUuid(),
    rows: [{ ...noRowDetails, ...common, ...request, bot: '', datacenter: '' }],
    mayBeStored: false,
  });
  const visitor = {
    visitor: String(randomInt(2 ** 48 - 1)),
    previous_visitor: '0',
    source: 'Direct',
    referrer: 'Direct',
  };
  const utm = { utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' };
  const device = { browser: 'Browser 1', operating_system: 'System 1', screen: 'mobile' } as const;
  const place = { country: 'DE', region: 'DE-BE', region_name: 'Berlin', city: 'Berlin' };
  await store.insertPageviews({
    name: newUuid(),
    rows: [{ ...common, arrival: added, ...visitor, ...utm, ...device, ...place, ...plainPageview }],
    mayBeStored: false,
  });
}

function withoutProjections(store: ReportStore): ReportStore {
  return {
    query: (sql, params) => store.query(`${sql}\nSETTINGS optimize_use_projections = 0`, params),
  };
}
