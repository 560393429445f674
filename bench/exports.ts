/**
 * What an export takes of time and memory, and whether one that is killed at 30, 60 and 90 % has as many rows.
 * Run: `node bench/exports.ts [--millions 100] [--event-millions 10]`; with these about 40 minutes of two cores, and 15 GB of the disk.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { dayOf, formatDay } from '../src/core/date-range.ts';
import { type ExportFormat, type ExportWhat } from '../src/features/exports/export.ts';
import { ExportFiles } from '../src/features/exports/export-files.ts';
import { Exports } from '../src/features/exports/export-store.ts';
import { readParquetEnd } from '../src/features/exports/parquet.ts';
import { rootDir } from './support/child.ts';
import { addCustomDomain, fillStore, openStore, sqliteIn } from './support/nameplate.ts';
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
const sayEveryMs = 30_000;

type Wanted = {
  readonly what: ExportWhat;
  readonly format: ExportFormat;
  readonly lastDay: number;
  /** In their order. */
  readonly killAtRows: readonly number[];
};

type Run = {
  readonly kills: number;
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
  const since = performance.now();
  const say = (what: string): void =>
    console.error(`${Math.round((performance.now() - since) / 1_000)} s: ${what}`);
  const saying = (of: number, what: string) => (done: number) => {
    if (done % (10 * million) === 0) say(`${done / million} of ${of / million} million ${what}`);
  };
  await fillRequests(location, { ...shape, large: requests }, saying(requests, 'requests'));
  await fillPageviews(location, { ...shape, large: events }, saying(events, 'events'));
  say('filled and merged');
  const measure = async (wanted: Wanted): Promise<Run> => {
    const { killAtRows, ...kinds } = wanted;
    say(`${JSON.stringify(kinds)}, killed at ${killAtRows.join(', ')}`);
    const result = await run(dataDir, filled.accountUuid, wanted, say);
    say(JSON.stringify(result));
    return result;
  };

  const whole: Record<string, Run> = {};
  for (const [what, format] of [
    ['requests', 'parquet'],
    ['requests', 'csv'],
    ['events', 'parquet'],
    ['visits', 'parquet'],
  ] as const) {
    // Text of all would take the disk.
    const lastDay = format === 'csv' ? firstDay : firstDay + days - 1;
    whole[`${what} as ${format}${format === 'csv' ? ', one day' : ''}`] = await measure({
      what,
      format,
      lastDay,
      killAtRows: [],
    });
  }
  const killed: Record<string, Run> = {};
  for (const what of ['requests', 'visits'] as const)
    killed[`${what} as parquet`] = await measure({
      what,
      format: 'parquet',
      lastDay: firstDay + days - 1,
      killAtRows: killAt.map((share) => Math.ceil(share * (whole[`${what} as parquet`]?.rows ?? 0))),
    });
  const differing = Object.keys(killed).filter((name) => killed[name]?.rows !== whole[name]?.rows).length;
  const growth = Math.max(
    ...[...Object.values(whole), ...Object.values(killed)].map(({ growthMib }) => growthMib),
  );
  publishReport(
    {
      name: 'exports',
      title: 'Exports',
      method: `${options.millions} million requests and ${options['event-millions']} million pageviews of one domain in ${days} days, in the embedded store. Memory is the resident memory of the process that exports beyond what it had before; the other processes take no part.`,
      sections: [
        {
          heading: 'Whole ones',
          table: tableOf(whole),
        },
        {
          heading: 'Killed with SIGKILL at 30, 60 and 90 %, and started again each time',
          table: tableOf(killed),
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

function tableOf(runs: Readonly<Record<string, Run>>) {
  return {
    columns: ['export', 'rows', 'seconds', 'MB', 'memory, MiB', 'kills'],
    rows: Object.entries(runs).map(([name, one]) => [
      name,
      formatNumber(one.rows, 0),
      formatNumber(one.seconds, 0),
      formatNumber(one.bytes / 1e6, 0),
      formatNumber(one.growthMib, 0),
      formatNumber(one.kills, 0),
    ]),
  };
}

/** Exports in a process of its own, which is killed each time that so many rows are written, and started again. */
async function run(
  dataDir: string,
  accountUuid: string,
  wanted: Wanted,
  say: (what: string) => void,
): Promise<Run> {
  await using store = await openStore({ location: sqliteIn(dataDir), dir: dataDir });
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
  let kills = 0;
  let growthMib = 0;
  let saidTick = startTick;
  for (;;) {
    const child = fork(join(rootDir, 'bench/support/exporting.ts'), [dataDir]);
    child.on('message', (message: { readonly quietBytes: number; readonly peakBytes: number }) => {
      growthMib = Math.max(growthMib, (message.peakBytes - message.quietBytes) / mebibyte);
    });
    const exited = once(child, 'exit');
    while (child.exitCode === null && child.signalCode === null) {
      const [wire] = await exports.toWire([ordered]);
      const { progress } = wire ?? {};
      const rows = typeof progress === 'object' && progress && 'rows' in progress ? Number(progress.rows) : 0;
      if (performance.now() - saidTick >= sayEveryMs) {
        saidTick = performance.now();
        say(`${rows} rows, ${Math.round(growthMib)} MiB`);
      }
      const next = killAtRows[kills];
      if (next !== undefined && rows >= next) {
        kills += 1;
        child.kill('SIGKILL');
        break;
      }
      await Promise.race([exited, delay(pollMs)]);
    }
    await exited;
    const [wire] = await exports.toWire([ordered]);
    if (wire?.['state'] === 'failed') throw new Error(String(wire['error']));
    if (wire?.['state'] !== 'done') continue;
    const { bytes } = await exports.findFile(accountUuid, ordered.uuid);
    const files = new ExportFiles(dataDir);
    const rows = kinds.format === 'parquet' ? await rowsOf(files.pathOf(ordered.uuid)) : Number.NaN;
    rmSync(join(files.directory, ordered.uuid), { recursive: true });
    return { kills, seconds: (performance.now() - startTick) / 1_000, rows, bytes, growthMib };
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
