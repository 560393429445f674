/**
 * What a report takes: all of the table of reports, on a domain with millions of requests and of pageviews among those
 * of others, and on a small one; against the same over the rows themselves, without projections or derived rows.
 * Run: `npx tsx bench/reports.ts [--millions 30] [--others 70] [--pageview-millions 30] [--pageview-others 10]
 * [--pageview-days 30] [--paths 50000] [--rounds 15] [--cold-rounds 3]`. 0 millions leave one of them out. With 30.5
 * days of pageviews the last half day is today's, which is not derived.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { AnalyticsStore } from '../src/analytics/analytics-store.ts';
import type { ReportStore } from '../src/analytics/engine/report-store.ts';
import { plainPageview } from '../src/analytics/pageview-row.ts';
import { proxyReports } from '../src/analytics/reports/proxy-reports.ts';
import type { Report as ReportRow } from '../src/analytics/reports/report.ts';
import { runReport } from '../src/analytics/reports/run-report.ts';
import { webReports } from '../src/analytics/reports/web-reports.ts';
import { VisitDeriver } from '../src/analytics/visits/deriver.ts';
import { systemClock } from '../src/core/clock.ts';
import { dayOf } from '../src/core/date-range.ts';
import { newUuid } from '../src/core/ids.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { readOptions } from './support/options.ts';
import { fillPageviews } from './support/pageview-rows.ts';
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
/** The default range: 31 days, the last of them today; here it is the day after the last request. */
const range = { from: firstDay, to: firstDay + days };
const scanRounds = 3;
const longScanMs = 2_000;
/** Until a store that was opened has nothing to do any more: it merges what it finds. */
const settleMs = 3_000;
const targetMs = 60;
const targetColdMs = 300;
const dayMs = 86_400_000;
/** Of the last day of the range. */
const nowMs = (firstDay + days) * dayMs + dayMs / 2;
const minuteMs = 60_000;
let added = 0;
const targetSmallMs = 12;
/** The default of NAMEPLATE_ANALYTICS_MEMORY. */
const memoryBytes = 2_048 * 1_024 * 1_024;

type Times = { readonly wallMs: readonly number[]; readonly cpuMs: readonly number[] };
type Measured = {
  readonly name: string;
  /** Asked again after a request and a pageview of today came. */
  readonly warm: Times;
  /** Asked again when nothing has changed. */
  readonly again: Times;
  /** All statements, whatever is remembered. */
  readonly asked: Times;
  readonly cold: Times;
  readonly scan: Times;
  readonly small: Times;
};

await runBenchmark(async (cleanUp) => {
  const options = readOptions(
    {
      millions: 30,
      others: 70,
      'pageview-millions': 30,
      'pageview-others': 10,
      'pageview-days': days,
      paths: 50_000,
      rounds: 15,
      'cold-rounds': 3,
    },
    { millions: 'zero', 'pageview-millions': 'zero', 'pageview-days': 'fraction' },
  );
  const machine = describeMachine();
  const location = { kind: 'chdb' as const, path: join(await diskDir(cleanUp), 'analytics'), memoryBytes };
  const shared = { small: smallRows, firstDay, paths: options.paths };
  const progress = (done: number): void => {
    if (done % (10 * million) === 0) console.error(`${formatNumber(done)} rows`);
  };
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
      days: options['pageview-days'],
    },
    progress,
  );
  const reports = [
    ...(options.millions === 0 ? [] : proxyReports),
    ...(options['pageview-millions'] === 0 ? [] : webReports),
  ];
  const scans = await measureScans(location, reports);
  const derivation = await derive(location);
  const cold = await measureCold(location, reports, options['cold-rounds']);
  const store = await openStore(location, cleanUp);
  const measured: Measured[] = [];
  const none = { wallMs: [], cpuMs: [] };
  for (const report of reports) {
    measured.push({
      name: report.name,
      scan: scans.get(report.name) ?? none,
      cold: cold.get(report.name) ?? none,
      asked: await measure(withoutMemory(store), report, domainAt(0), options.rounds),
      warm: await measure(store, report, domainAt(0), options.rounds, () => addEvents(store, domainAt(0))),
      again: await measure(store, report, domainAt(0), options.rounds),
      small: await measure(store, report, domainAt(1), options.rounds, () => addEvents(store, domainAt(1))),
    });
    console.error(`${report.name}: ${formatNumber(median(measured.at(-1)?.warm.wallMs ?? []), 1)} ms`);
  }

  publishReport(
    {
      name: 'reports',
      title: 'Reports over millions of requests and pageviews',
      method:
        `Embedded chDB. One custom domain with about ${options.millions} million requests in ${days} days, on ` +
        `${formatNumber(requests.pathDays)} pairs of path and day, among ${options.others} million of others ` +
        `(${formatNumber(requests.parts)} parts, ${formatNumber(requests.bytes / 1e6)} MB); and with ` +
        `${formatNumber(pageviews.large)} pageviews of ${formatNumber(pageviews.visitors)} visitors in ` +
        `${options['pageview-days']} days among ${options['pageview-others']} million of others ` +
        `(${formatNumber(pageviews.parts)} parts, ${formatNumber(pageviews.bytes / 1e6)} MB). Whole days are derived, ` +
        `which took ${formatNumber(derivation.cpuMs / 1000)} s of one core. Reports of 31 days, one at a time, ` +
        `from the call to the answer's object. Warm: ${options.rounds} in a row after two that do not count, with a ` +
        `request and a pageview of the last day stored before each. Again: with nothing stored in between. Asked: ` +
        `with all statements each time, as of a server. ` +
        `Cold: the first one of a store opened ${settleMs / 1000} s ago, ${options['cold-rounds']} times; files may be in ` +
        'the page cache.',
      sections: [
        {
          heading: 'Milliseconds, medians',
          note:
            'CPU is user and system time of the whole process. “From the rows” is the same statement, warm, with ' +
            `projections turned off; “–” needs more memory than a report may have. The small domain has about ` +
            `${formatNumber(smallRows)} requests.`,
          table: {
            columns: [
              'report',
              'warm',
              'p90',
              'CPU',
              'again',
              'asked',
              'cold',
              'small domain',
              'from the rows',
              'ratio',
            ],
            rows: measured.map(({ name, warm, again, asked, cold: first, small, scan }) => [
              name,
              formatNumber(median(warm.wallMs), 1),
              formatNumber(percentile(warm.wallMs, 0.9), 1),
              formatNumber(median(warm.cpuMs), 1),
              formatNumber(median(again.wallMs), 1),
              formatNumber(median(asked.wallMs), 1),
              formatNumber(median(first.wallMs), 1),
              formatNumber(median(small.wallMs), 1),
              scan.wallMs.length === 0 ? '–' : formatNumber(median(scan.wallMs)),
              scan.wallMs.length === 0 ? '–' : formatNumber(median(scan.wallMs) / median(asked.wallMs), 1),
            ]),
          },
        },
      ],
      targets: [
        atMost('every report, warm median', slowest(measured, 'warm'), targetMs, 'ms'),
        atMost('every report, cold median', slowest(measured, 'cold'), targetColdMs, 'ms'),
        atMost(
          'every report of a small domain, warm median',
          slowest(measured, 'small'),
          targetSmallMs,
          'ms',
        ),
      ],
      figures: { options, requests, pageviews, derivation, measured },
    },
    machine,
  );
});

async function openStore(
  location: Parameters<typeof AnalyticsStore.open>[0],
  cleanUp?: CleanUp,
): Promise<AnalyticsStore> {
  const logger = pino({ level: 'silent' });
  const store = await AnalyticsStore.open(location, { logger, retentionDays: 0, clock: systemClock });
  cleanUp?.defer(() => store[Symbol.asyncDispose]());
  return store;
}

/** Before anything is derived. */
async function measureScans(
  location: Parameters<typeof AnalyticsStore.open>[0],
  reports: readonly ReportRow[],
): Promise<Map<string, Times>> {
  await using store = await openStore(location);
  const times = new Map<string, Times>();
  for (const report of reports) times.set(report.name, await measureScan(withoutProjections(store), report));
  return times;
}

/** What takes long is measured once; what needs more memory than reports have, not at all. */
async function measureScan(store: ReportStore, report: ReportRow): Promise<Times> {
  try {
    const first = await measureOnce(store, report, domainAt(0));
    if (first[0] > longScanMs) return toTimes([first]);
    return await measure(store, report, domainAt(0), scanRounds);
  } catch (error) {
    console.error(`${report.name} from the rows: ${String(error).slice(0, 200)}`);
    return { wallMs: [], cpuMs: [] };
  }
}

/** As the service does it, in one go; the day after the last whole day of pageviews is today. */
async function derive(
  location: Parameters<typeof AnalyticsStore.open>[0],
): Promise<{ days: number; wallMs: number; cpuMs: number }> {
  await using store = await openStore(location);
  const today = firstDay + days;
  const cpuBefore = process.cpuUsage();
  const tick = performance.now();
  const now = (): number => today * dayMs + Math.floor(performance.now());
  const deriver = new VisitDeriver(store, { clock: { now }, logger: pino({ level: 'silent' }) });
  // The first round takes yesterday for unsettled.
  const count = (await deriver.runOnce()) + (await deriver.runOnce());
  const { user, system } = process.cpuUsage(cpuBefore);
  return { days: count, wallMs: performance.now() - tick, cpuMs: (user + system) / 1000 };
}

async function measureCold(
  location: Parameters<typeof AnalyticsStore.open>[0],
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
      samples.push(await measureOnce(store, report, domainAt(0)));
    }
    times.set(report.name, toTimes(samples));
  }
  return times;
}

async function measure(
  store: ReportStore,
  report: ReportRow,
  domain: string,
  rounds: number,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<Times> {
  const samples: [wallMs: number, cpuMs: number][] = [];
  for (let round = -2; round < rounds; round++) {
    await before();
    const sample = await measureOnce(store, report, domain);
    if (round >= 0) samples.push(sample);
  }
  return toTimes(samples);
}

async function measureOnce(
  store: ReportStore,
  report: ReportRow,
  domainUuid: string,
): Promise<[wallMs: number, cpuMs: number]> {
  const cpuBefore = process.cpuUsage();
  const tick = performance.now();
  await runReport(store, report, {
    domainUuid,
    range,
    frequency: 'day',
    limit: 1_000,
    utmParam: 'utm_source',
    locationType: 'country',
    nowMs,
  });
  const wallMs = performance.now() - tick;
  const { user, system } = process.cpuUsage(cpuBefore);
  return [wallMs, (user + system) / 1000];
}

function toTimes(samples: readonly [wallMs: number, cpuMs: number][]): Times {
  return { wallMs: samples.map(([wallMs]) => wallMs), cpuMs: samples.map(([, cpuMs]) => cpuMs) };
}

/** As a server answers, of which nothing is remembered. */
function withoutMemory(store: ReportStore): ReportStore {
  return { query: (sql, params) => store.query(sql, params) };
}

/** One request and one pageview of the last minutes, each a millisecond after the one before. */
async function addEvents(store: AnalyticsStore, domain: string): Promise<void> {
  const common = { domain, time: nowMs - minuteMs + added++, path: '/articles/1/index.html' };
  const request = { method: 'GET', status: 200, bytes_in: 400, bytes_out: 4_000, duration_us: 1_000 };
  await store.insertRequests({
    name: newUuid(),
    rows: [{ ...common, ...request, bot: '', datacenter: '' }],
    mayBeStored: false,
  });
  const visitor = { visitor: String(randomInt(2 ** 48 - 1)), previous_visitor: '0', source: 'Direct' };
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

function slowest(measured: readonly Measured[], kind: 'warm' | 'cold' | 'small'): number {
  return Math.max(...measured.map((report) => median(report[kind].wallMs)));
}
