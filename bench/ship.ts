/**
 * What it costs to bring records of requests from the spool into the analytics store, enriched; beside it the same
 * rows, already enriched, inserted straight into the embedded engine.
 * Run: `npx tsx bench/ship.ts [--rows 2000000] [--rounds 3]`
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { AnalyticsStore } from '../src/analytics/analytics-store.ts';
import { RequestPipeline } from '../src/analytics/ingest/request-pipeline.ts';
import { encodeRequestRecord, type RequestRecord } from '../src/analytics/ingest/request-record.ts';
import { closedFileName, segmentHeader, segmentName } from '../src/analytics/ingest/segment-name.ts';
import { Shipper } from '../src/analytics/ingest/shipper.ts';
import { Spool } from '../src/analytics/ingest/spool.ts';
import { BotLookup } from '../src/analytics/lookup/bot.ts';
import { DatacenterLookup } from '../src/analytics/lookup/datacenter.ts';
import { systemClock } from '../src/core/clock.ts';
import { newUuid } from '../src/core/ids.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';

const rowsPerSegment = 25_000;
const targetRowsPerSecond = 60_000;
const logger = pino({ level: 'silent' });
const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  'curl/8.9.1',
];

const domains = Array.from({ length: 50 }, () => newUuid());
const dayMs = Date.UTC(2026, 0, 15);

type Measured = { readonly name: string; readonly rowsPerSecond: number; readonly rowsPerCpuSecond: number };

await runBenchmark(async (cleanUp) => {
  const options = readOptions({ rows: 2_000_000, rounds: 3 });
  const machine = describeMachine();
  const dir = await diskDir(cleanUp);
  const datacenters = await DatacenterLookup.load();
  await using store = await AnalyticsStore.open(
    { kind: 'chdb', path: join(dir, 'analytics'), memoryBytes: 2 ** 31 },
    { logger, retentionDays: 0, clock: systemClock },
  );
  const measured: Measured[] = [];
  for (let round = 0; round < options.rounds; round++) {
    measured.push(await ship(options.rows, join(dir, `spool-${round}`), store, datacenters));
    measured.push(await insertAlone(options.rows, store, datacenters));
  }
  const names = [...new Set(measured.map(({ name }) => name))];
  const medians = names.map((name) => medianOf(measured.filter((one) => one.name === name)));
  const ours = medians[0]?.rowsPerCpuSecond ?? Number.NaN;
  publishReport(
    {
      name: 'ship',
      title: 'What shipping costs',
      method:
        `${formatNumber(options.rows)} records of requests in closed segments of ${formatNumber(rowsPerSegment)}: ` +
        '50 domains, 20,000 paths, 5 user agents, 50,000 addresses, over one day. Read, decoded, enriched with bot and ' +
        'datacenter and stored in embedded ClickHouse with its three projections, in one process, user and system time ' +
        `of all its threads; median of ${options.rounds}.`,
      sections: [
        {
          heading: 'Rows',
          table: {
            columns: ['work', 'rows/s', 'rows per second of CPU', 'CPU µs a row'],
            rows: medians.map(({ name, rowsPerSecond, rowsPerCpuSecond }) => [
              name,
              formatNumber(rowsPerSecond),
              formatNumber(rowsPerCpuSecond),
              formatNumber(1e6 / rowsPerCpuSecond, 1),
            ]),
          },
        },
      ],
      targets: [
        {
          claim: `rows through enrichment into the store: at least ${formatNumber(targetRowsPerSecond)} a second and core`,
          measured: `${formatNumber(ours)} rows per second of CPU`,
          isMet: ours >= targetRowsPerSecond,
        },
      ],
      figures: { options, measured },
    },
    machine,
  );
});

async function ship(
  rows: number,
  directory: string,
  store: AnalyticsStore,
  datacenters: DatacenterLookup,
): Promise<Measured> {
  await mkdir(directory);
  await using spool = await Spool.open(directory, { budgetBytes: 2 ** 40, clock: systemClock, logger });
  // After the spool was opened: segments found then are looked for in the store first.
  const writerId = newUuid();
  for (let start = 0; start < rows; start += rowsPerSegment) {
    const lines = recordsFrom(start, rows).map(encodeRequestRecord);
    const name = segmentName('requests', writerId, start / rowsPerSegment);
    await writeFile(join(directory, closedFileName(name)), segmentHeader('requests') + lines.join(''));
  }
  await spool.scan();
  // Fresh caches each round, as after a start.
  const shipper = new Shipper(spool, store, new RequestPipeline(new BotLookup(), datacenters), logger);
  return measure('shipped from the spool', rows, async () => {
    shipper.start();
    while (spool.status().segments > 0) await delay(5);
    await shipper.stop();
  });
}

async function insertAlone(
  rows: number,
  store: AnalyticsStore,
  datacenters: DatacenterLookup,
): Promise<Measured> {
  const pipeline = new RequestPipeline(new BotLookup(), datacenters);
  let [seconds, cpuSeconds] = [0, 0];
  for (let start = 0; start < rows; start += rowsPerSegment) {
    const batch = recordsFrom(start, rows).flatMap((record) => {
      const row = pipeline.toRow(record);
      return typeof row === 'string' ? [] : [row];
    });
    const one = await measure('', batch.length, () =>
      store.insertRequests({ name: newUuid(), rows: batch, mayBeStored: false }),
    );
    seconds += batch.length / one.rowsPerSecond;
    cpuSeconds += batch.length / one.rowsPerCpuSecond;
  }
  return {
    name: 'the same rows inserted, nothing else',
    rowsPerSecond: rows / seconds,
    rowsPerCpuSecond: rows / cpuSeconds,
  };
}

function recordsFrom(start: number, rows: number): RequestRecord[] {
  return Array.from({ length: Math.min(rowsPerSegment, rows - start) }, (_, index) =>
    recordAt(start + index),
  );
}

async function measure(name: string, rows: number, work: () => Promise<void>): Promise<Measured> {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  await work();
  const seconds = (performance.now() - before) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { name, rowsPerSecond: rows / seconds, rowsPerCpuSecond: rows / ((user + system) / 1e6) };
}

function medianOf(all: readonly Measured[]): Measured {
  const sorted = all.toSorted((a, b) => a.rowsPerCpuSecond - b.rowsPerCpuSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}

function recordAt(index: number): RequestRecord {
  // A fixed mixing of the index: the same records in every run.
  const mixed = Math.imul(index + 1, 2_654_435_761) >>> 0;
  return {
    domainUuid: domains[mixed % domains.length] ?? '',
    startedAtMs: dayMs + (index % 86_400) * 1000,
    durationUs: 500 + (mixed % 200_000),
    bytesIn: 400 + (mixed % 300),
    bytesOut: 1_000 + (mixed % 50_000),
    status: mixed % 20 === 0 ? 404 : 200,
    method: 'GET',
    path: `/products/${mixed % 20_000}`,
    clientAddress: `${1 + (mixed % 200)}.${(mixed >>> 8) % 250}.7.9`,
    userAgent: agents[mixed % agents.length] ?? '',
  };
}
