/**
 * What an export takes of time and memory, and whether one that is killed at 30, 60 and 90 % has as many rows.
 * Run: `node bench/exports.ts [--millions 100] [--event-millions 10]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { ControlStore } from '../src/control/store.ts';
import { systemClock } from '../src/core/clock.ts';
import { dayOf, formatDay } from '../src/core/date-range.ts';
import { type ExportFormat, type ExportWhat } from '../src/features/exports/export.ts';
import { ExportFiles } from '../src/features/exports/export-files.ts';
import { Exports } from '../src/features/exports/export-store.ts';
import { readParquetEnd } from '../src/features/exports/parquet.ts';
import { rootDir } from './support/child.ts';
import { addCustomDomain, fillStore, sqliteIn } from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { fillPageviews } from './support/pageview-rows.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { domainAt, fillRequests } from './support/request-rows.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const million = 1_000_000;
const mebibyte = 1_024 * 1_024;
const memoryBytes = 2_048 * mebibyte;
const firstDay = dayOf(Date.UTC(2026, 4, 17));
const days = 5;
const shape = { others: 1, small: 1, firstDay, days, paths: 50_000 };
const killAt = [0.3, 0.6, 0.9];
const pollMs = 250;

type Run = {
  readonly seconds: number;
  readonly rows: number;
  readonly bytes: number;
  readonly growthMib: number;
};

await runBenchmark(async (cleanUp) => {
  const options = readOptions({ millions: 100, 'event-millions': 10 });
  const machine = describeMachine();
  const dataDir = join(await diskDir(cleanUp), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const filled = await fillStore(sqliteIn(dataDir), 0);
  const uuid = await addCustomDomain(filled, 'shop.customer.example', 80);
  giveUuid(dataDir, uuid, domainAt(0));
  const location = { kind: 'chdb', path: join(dataDir, 'analytics'), memoryBytes } as const;
  const [requests, events] = [options.millions * million, options['event-millions'] * million];
  await fillRequests(location, { ...shape, large: requests }, (done) => say(done, requests, 'requests'));
  await fillPageviews(location, { ...shape, large: events }, (done) => say(done, events, 'events'));

  const whole: Record<string, Run> = {};
  for (const [what, format] of [
    ['requests', 'parquet'],
    ['requests', 'csv'],
    ['events', 'parquet'],
    ['visits', 'parquet'],
  ] as const) {
    // Text of all would take the disk.
    const lastDay = format === 'csv' ? firstDay : firstDay + days - 1;
    whole[`${what} as ${format}${format === 'csv' ? ', one day' : ''}`] = await run(
      dataDir,
      filled.accountUuid,
      {
        what,
        format,
        lastDay,
      },
    );
  }
  const all = whole['requests as parquet'];
  const killed: number[] = [];
  for (const share of killAt)
    killed.push(
      (
        await run(dataDir, filled.accountUuid, {
          what: 'requests',
          format: 'parquet',
          lastDay: firstDay + days - 1,
          killAtRows: share * (all?.rows ?? 0),
        })
      ).rows,
    );
  const differing = killed.filter((rows) => rows !== all?.rows).length;
  const growth = Math.max(...Object.values(whole).map(({ growthMib }) => growthMib));
  publishReport(
    {
      name: 'exports',
      title: 'Exports',
      method: `${options.millions} million requests and ${options['event-millions']} million pageviews of one domain in ${days} days, in the embedded store. Memory is the resident memory of the process that exports beyond what it had before; the other processes take no part.`,
      sections: [
        {
          heading: 'Whole ones',
          table: {
            columns: ['export', 'rows', 'seconds', 'MB', 'memory, MiB'],
            rows: Object.entries(whole).map(([name, one]) => [
              name,
              formatNumber(one.rows, 0),
              formatNumber(one.seconds, 0),
              formatNumber(one.bytes / 1e6, 0),
              formatNumber(one.growthMib, 0),
            ]),
          },
        },
        {
          heading: 'Killed with SIGKILL, and started again',
          table: {
            columns: ['killed at', 'rows'],
            rows: killAt.map((share, index) => [`${share * 100} %`, formatNumber(killed[index] ?? 0, 0)]),
          },
        },
      ],
      targets: [
        atMost('memory of an export', growth, 200, 'MiB'),
        atMost('killed exports with other counts', differing, 0, 'of them'),
      ],
      figures: { whole, killed },
    },
    machine,
  );
});

/** Exports in a process of its own, which is killed once so many rows are written, and started again. */
async function run(
  dataDir: string,
  accountUuid: string,
  wanted: {
    readonly what: ExportWhat;
    readonly format: ExportFormat;
    readonly lastDay: number;
    readonly killAtRows?: number;
  },
): Promise<Run> {
  const secretKey = { kind: 'file', path: join(dataDir, 'secret.key') } as const;
  await using store = await ControlStore.open(sqliteIn(dataDir), systemClock, secretKey);
  const exports = new Exports(store);
  const { lastDay, killAtRows, ...kinds } = wanted;
  const ordered = await exports.order(accountUuid, {
    ...kinds,
    from: formatDay(firstDay),
    to: formatDay(lastDay),
    customDomainUuid: null,
    destinationUuid: null,
  });
  if (!ordered) throw new Error('the account is gone');
  const startTick = performance.now();
  let isKilled = killAtRows === undefined;
  for (;;) {
    const child = fork(join(rootDir, 'bench/support/exporting.ts'), [dataDir]);
    const memory = new Map<string, number>();
    child.on('message', (message: object) => {
      for (const [name, value] of Object.entries(message)) memory.set(name, Number(value));
    });
    const exited = once(child, 'exit');
    while (!isKilled && child.exitCode === null) {
      const [wire] = await exports.toWire([ordered]);
      const { progress } = wire ?? {};
      const rows = typeof progress === 'object' && progress && 'rows' in progress ? Number(progress.rows) : 0;
      if (rows >= (killAtRows ?? 0)) {
        isKilled = true;
        child.kill('SIGKILL');
      } else await delay(pollMs);
    }
    await exited;
    const [wire] = await exports.toWire([ordered]);
    if (wire?.['state'] === 'failed') throw new Error(String(wire['error']));
    if (wire?.['state'] !== 'done') continue;
    const { bytes } = await exports.findFile(accountUuid, ordered.uuid);
    const files = new ExportFiles(dataDir);
    const rows = kinds.format === 'parquet' ? await rowsOf(files.pathOf(ordered.uuid)) : Number.NaN;
    rmSync(join(files.directory, ordered.uuid), { recursive: true });
    const growthMib = ((memory.get('peakBytes') ?? 0) - (memory.get('quietBytes') ?? 0)) / mebibyte;
    const result = { seconds: (performance.now() - startTick) / 1_000, rows, bytes, growthMib };
    console.error(JSON.stringify({ ...wanted, ...result }));
    return result;
  }
}

async function rowsOf(path: string): Promise<number> {
  await using file = await open(path, 'r');
  return (await readParquetEnd(file)).rows;
}

/** Has the rows of the analytics store be a domain's. */
function giveUuid(dataDir: string, from: string, to: string): void {
  const database = new Database(sqliteIn(dataDir).path);
  database.prepare('UPDATE custom_domains SET uuid = ? WHERE uuid = ?').run(to, from);
  database.close();
}

function say(done: number, of: number, what: string): void {
  if (done % (10 * million) === 0) console.error(`${done / million} of ${of / million} million ${what}`);
}
