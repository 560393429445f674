/**
 * What it costs to bring records of requests and pageviews from the spool into the analytics store, enriched; beside it
 * the same rows, already enriched, inserted straight into the embedded engine.
 * Run: `node bench/ship.ts [--rows 2000000] [--rounds 3]`
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { encodePageviewRecord } from '../src/analytics/ingest/pageview-codec.ts';
import { PageviewPipeline } from '../src/analytics/ingest/pageview-pipeline.ts';
import { encodeRequestRecord } from '../src/analytics/ingest/request-codec.ts';
import { RequestPipeline } from '../src/analytics/ingest/request-pipeline.ts';
import {
  closedFileName,
  type RecordKind,
  segmentHeader,
  segmentName,
} from '../src/analytics/ingest/segment-name.ts';
import { type Pipelines, Shipper } from '../src/analytics/ingest/shipper.ts';
import { Spool } from '../src/analytics/ingest/spool.ts';
import { VisitorHasher } from '../src/analytics/ingest/visitor-hash.ts';
import { BotLookup } from '../src/analytics/lookup/bot.ts';
import { CrawlerJudge } from '../src/analytics/lookup/crawler-judge.ts';
import { DatacenterLookup } from '../src/analytics/lookup/datacenter.ts';
import { LocationLookup } from '../src/analytics/lookup/location.ts';
import { UserAgentLookup } from '../src/analytics/lookup/user-agent.ts';
import { AnalyticsStore } from '../src/analytics/store/analytics-store.ts';
import { systemClock } from '../src/core/clock.ts';
import { newUuid } from '../src/core/ids.ts';
import { pageviewAt, requestAt } from './support/event-records.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const rowsPerSegment = 25_000;
const kinds = ['requests', 'pageviews'] as const;
type Kind = (typeof kinds)[number] & RecordKind;
const targets: Readonly<Record<Kind, number>> = { requests: 100_000, pageviews: 45_000 };
/** Megabytes of a million. */
const diskTargets: Readonly<Record<Kind, number>> = { requests: 15, pageviews: 25 };
const tables: Readonly<Record<Kind, string>> = { requests: 'requests', pageviews: 'events' };
const logger = pino({ level: 'silent' });

type Work = 'shipped from the spool' | 'the same rows inserted, nothing else';
type Measured = {
  readonly kind: Kind;
  readonly work: Work;
  readonly rowsPerSecond: number;
  readonly rowsPerCpuSecond: number;
};

const lineOf: Readonly<Record<Kind, (index: number) => string>> = {
  requests: (index) => encodeRequestRecord(requestAt(index)),
  pageviews: (index) => encodePageviewRecord(pageviewAt(index)),
};

await runBenchmark(async (cleanUp) => {
  const options = readOptions({ rows: 2_000_000, rounds: 3 });
  const machine = describeMachine();
  const dir = await diskDir(cleanUp);
  const datacenters = new DatacenterLookup();
  await using store = await AnalyticsStore.open(
    { kind: 'chdb', path: join(dir, 'analytics'), memoryBytes: 2 ** 31 },
    { logger, retentionDays: 0, clock: systemClock },
  );
  const measured: Measured[] = [];
  for (let round = 0; round < options.rounds; round++) {
    for (const kind of kinds) {
      // Fresh caches each time, as after a start.
      measured.push(
        await ship(kind, options.rows, join(dir, `spool-${kind}-${round}`), store, pipelinesOf(datacenters)),
      );
      measured.push(await insertAlone(kind, options.rows, store, pipelinesOf(datacenters)));
    }
  }
  const disk = {
    requests: await megabytesOf('requests', store),
    pageviews: await megabytesOf('pageviews', store),
  };
  const medians = kinds.flatMap((kind) =>
    [...new Set(measured.map(({ work }) => work))].map((work) =>
      medianOf(measured.filter((one) => one.kind === kind && one.work === work)),
    ),
  );
  publishReport(
    {
      name: 'ship',
      title: 'What shipping costs',
      method:
        `${formatNumber(options.rows)} records of each kind in closed segments of ${formatNumber(rowsPerSegment)}, over ` +
        'one day of 50 domains with 20,000 paths. Requests: 5 user agents, 50,000 addresses, a fifth clicks of ' +
        'redirects; enriched with bot, datacenter, country, source, browser, operating system, device and visitor. Pageviews: three a visitor, each visitor in a network of its own anywhere, 1,200 user agents; ' +
        'enriched with browser, operating system, source, UTM parameters, screen and location. Read, decoded, enriched ' +
        'and stored in embedded ClickHouse with its projections, in one process, user and system time of all its ' +
        `threads; median of ${options.rounds}.`,
      sections: kinds.map((kind) => ({
        heading: kind === 'requests' ? 'Requests' : 'Pageviews',
        note: `A million take ${formatNumber(disk[kind], 1)} MB of disk, projections included, as they are after the run.`,
        table: {
          columns: ['work', 'rows/s', 'rows per second of CPU', 'CPU µs a row'],
          rows: medians
            .filter((one) => one.kind === kind)
            .map(({ work, rowsPerSecond, rowsPerCpuSecond }) => [
              work,
              formatNumber(rowsPerSecond),
              formatNumber(rowsPerCpuSecond),
              formatNumber(1e6 / rowsPerCpuSecond, 1),
            ]),
        },
      })),
      targets: kinds.flatMap((kind) => {
        const ours =
          medians.find((one) => one.kind === kind && one.work === 'shipped from the spool')
            ?.rowsPerCpuSecond ?? Number.NaN;
        const speed = {
          claim: `${kind} through enrichment into the store: at least ${formatNumber(targets[kind])} a second and core`,
          measured: `${formatNumber(ours)} rows per second of CPU`,
          isMet: ours >= targets[kind],
        };
        return [speed, atMost(`disk of a million ${kind}`, disk[kind], diskTargets[kind], 'MB')];
      }),
      figures: { options, measured, disk },
    },
    machine,
  );
});

/** Of a million rows in the store. */
async function megabytesOf(kind: Kind, store: AnalyticsStore): Promise<number> {
  const [row] = await store.query<{ bytes: number }>(
    `SELECT sum(bytes_on_disk) / sum(rows) AS bytes FROM system.parts
    WHERE active AND database = currentDatabase() AND table = '${tables[kind]}'`,
  );
  return row?.bytes ?? Number.NaN;
}

function pipelinesOf(datacenters: DatacenterLookup): Pipelines {
  const [userAgents, locations, visitors] = [
    new UserAgentLookup(),
    new LocationLookup(),
    new VisitorHasher(),
  ];
  visitors.setSalts([{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, key: randomBytes(32).toString('base64') }]);
  return {
    requests: new RequestPipeline({
      bots: new BotLookup(),
      crawlers: new CrawlerJudge(),
      datacenters,
      userAgents,
      countries: locations,
      visitors,
    }),
    pageviews: new PageviewPipeline(userAgents, locations, systemClock),
  };
}

async function ship(
  kind: Kind,
  rows: number,
  directory: string,
  store: AnalyticsStore,
  pipelines: Pipelines,
): Promise<Measured> {
  await mkdir(directory);
  await using spool = await Spool.open(directory, { budgetBytes: 2 ** 40, clock: systemClock, logger });
  // After the spool was opened: segments found then are looked for in the store first.
  const writerId = newUuid();
  for (let start = 0; start < rows; start += rowsPerSegment) {
    const lines = indexesFrom(start, rows).map(lineOf[kind]);
    const name = segmentName(kind, writerId, start / rowsPerSegment);
    await writeFile(join(directory, closedFileName(name)), segmentHeader(kind) + lines.join(''));
  }
  await spool.scan();
  const shipper = new Shipper(spool, store, pipelines, logger);
  return measure(kind, 'shipped from the spool', rows, async () => {
    shipper.start();
    while (spool.status().segments > 0) await delay(5);
    await shipper.stop();
  });
}

async function insertAlone(
  kind: Kind,
  rows: number,
  store: AnalyticsStore,
  pipelines: Pipelines,
): Promise<Measured> {
  const work = 'the same rows inserted, nothing else';
  let [seconds, cpuSeconds] = [0, 0];
  for (let start = 0; start < rows; start += rowsPerSegment) {
    const insert = inserterOf(kind, indexesFrom(start, rows), store, pipelines);
    const count = Math.min(rowsPerSegment, rows - start);
    const one = await measure(kind, work, count, insert);
    seconds += count / one.rowsPerSecond;
    cpuSeconds += count / one.rowsPerCpuSecond;
  }
  return { kind, work, rowsPerSecond: rows / seconds, rowsPerCpuSecond: rows / cpuSeconds };
}

/** Has the rows ready. */
function inserterOf(
  kind: Kind,
  indexes: readonly number[],
  store: AnalyticsStore,
  { requests, pageviews }: Pipelines,
): () => Promise<void> {
  const batch = { name: newUuid(), mayBeStored: false };
  if (kind === 'requests') {
    const rows = stored(indexes.map((index) => requests.toRow(requestAt(index))));
    return () => store.insertRequests({ ...batch, rows });
  }
  const rows = stored(indexes.map((index) => pageviews.toRow(pageviewAt(index), 'collector', index)));
  return () => store.insertPageviews({ ...batch, rows });
}

function stored<Row extends object>(rows: readonly (Row | string)[]): Row[] {
  return rows.filter((row) => typeof row === 'object');
}

function indexesFrom(start: number, rows: number): number[] {
  return Array.from({ length: Math.min(rowsPerSegment, rows - start) }, (_, index) => start + index);
}

async function measure(kind: Kind, work: Work, rows: number, task: () => Promise<void>): Promise<Measured> {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  await task();
  const seconds = (performance.now() - before) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { kind, work, rowsPerSecond: rows / seconds, rowsPerCpuSecond: rows / ((user + system) / 1e6) };
}

function medianOf(all: readonly Measured[]): Measured {
  const sorted = all.toSorted((a, b) => a.rowsPerCpuSecond - b.rowsPerCpuSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}
