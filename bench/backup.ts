/**
 * A backup of millions of rows while visitors are served, and its restore into an empty directory: seconds, size, what visitors
 * notice, and whether every report answers the same.
 * Run: `node bench/backup.ts [--millions 5] [--pageview-millions 5] [--per-second 500] [--workers 2]`
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { proxyReports } from '../src/analytics/reports/proxy-reports.ts';
import { webReports } from '../src/analytics/reports/web-reports.ts';
import { dayOf } from '../src/core/date-range.ts';
import { dayMs } from '../src/core/time.ts';
import { freePort } from '../test/support/free-port.ts';
import { startOrigin } from './peers/origin.ts';
import { rootDir, runTool } from './support/child.ts';
import { ask } from './support/http.ts';
import { addCustomDomain, fillStore, type Nameplate, sqliteIn, startNameplate } from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { fillPageviews } from './support/pageview-rows.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { domainAt, fillRequests } from './support/request-rows.ts';
import { runBenchmark } from './support/run.ts';
import { getRequest, startLoad } from './support/steady-load.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { findTool } from './support/tools.ts';
import { atMost } from './support/verdict.ts';

const million = 1_000_000;
const megabyte = 1e6;
const days = 30;
const smallRows = 100_000;
const firstDay = dayOf(Date.UTC(2026, 4, 17));
const host = 'shop.customer.example';
const reportNames = [...proxyReports, ...webReports].map(({ name }) => name);
/** Required by reports that have several dimensions. */
const parameters: Readonly<Record<string, string>> = {
  utm_params: '&utm_param=source',
  locations: '&location_type=city',
};
/** The default of NAMEPLATE_ANALYTICS_MEMORY. */
const memoryBytes = 2_048 * 1_024 * 1_024;
const quietSeconds = 15;

await runBenchmark(async (cleanUp) => {
  const options = readOptions({
    millions: 5,
    'pageview-millions': 5,
    redirects: 10_000,
    'per-second': 500,
    workers: 2,
  });
  const machine = describeMachine();
  const nginx = findTool('nginx');
  if (nginx === undefined) throw new Error('without nginx there is nothing to proxy to');
  const dir = await diskDir(cleanUp);
  const originPort = await freePort();
  await startOrigin({ command: nginx, dir, port: originPort }, cleanUp);

  const dataDir = join(dir, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const filled = await fillStore(sqliteIn(dataDir), options.redirects);
  const uuid = await addCustomDomain(filled, host, originPort);
  giveUuid(sqliteIn(dataDir).path, uuid, domainAt(0));
  const location = { kind: 'chdb', path: join(dataDir, 'analytics'), memoryBytes } as const;
  const shape = { small: smallRows, firstDay, days, paths: 50_000 };
  const [requests, pageviews] = [options.millions * million, options['pageview-millions'] * million];
  await fillRequests(location, { ...shape, large: requests * 0.6, others: requests * 0.4 }, () => {});
  await fillPageviews(location, { ...shape, large: pageviews * 0.6, others: pageviews * 0.4 }, () => {});
  const dataBytes = bytesIn(dataDir);
  // The floor: the same bytes, read and written once by a program that understands nothing of them.
  const copySeconds = await secondsOf(() => runTool('tar', ['-cf', join(dir, 'floor.tar'), dataDir]));

  const service = await startNameplate(
    { name: 'nameplate', dir: dataDir, filled, workers: options.workers },
    cleanUp,
  );
  const load = () =>
    startLoad(
      {
        port: service.edgePort,
        perSecond: options['per-second'],
        skipRequests: 0,
        timeoutMs: 10_000,
        kinds: [
          { name: 'proxied', connection: 'kept', request: getRequest(host, '/small'), status: 200 },
          { name: 'new', connection: 'new', request: getRequest(host, '/small'), status: 200 },
        ],
      },
      cleanUp,
    );
  const before = load();
  await delay(quietSeconds * 1_000);
  const without = await before.finish();
  const meanwhile = load();
  const file = join(dir, 'backup.tar');
  const backupSeconds = await secondsOf(() => nameplate(service.env, 'backup', file));
  const during = await meanwhile.finish();
  const backupBytes = statSync(file).size;
  const wanted = await answersOf(service);
  await service.stop();

  const restoredDir = join(dir, 'restored');
  const env = { ...service.env, NAMEPLATE_DATA_DIR: restoredDir };
  const restoreSeconds = await secondsOf(() => nameplate(env, 'restore', file));
  await runTool('cp', [join(dataDir, 'secret.key'), restoredDir]);
  const restored = await startNameplate(
    {
      name: 'restored',
      dir: restoredDir,
      filled: { ...filled, location: sqliteIn(restoredDir), dir: restoredDir },
      workers: options.workers,
    },
    cleanUp,
  );
  const found = await answersOf(restored);
  const different = [...wanted].filter(([name, body]) => found.get(name) !== body).map(([name]) => name);
  if (different.length > 0) console.error(`different: ${different.join(', ')}`);

  const latencyRow = (name: string, { kinds }: typeof during) =>
    kinds.map((kind) => [
      `${kind.name}, ${name}`,
      formatNumber(kind.sent),
      ...(['p50', 'p90', 'p99', 'p999'] as const).map((share) => formatNumber(kind.latencyMs[share], 2)),
      formatNumber(kind.refused + kind.failed),
    ]);
  const failed = during.kinds.reduce((sum, kind) => sum + kind.refused + kind.failed, 0);
  publishReport(
    {
      name: 'backup',
      title: 'A backup while visitors are served, and its restore',
      method:
        `${formatNumber(requests)} requests and ${formatNumber(pageviews)} pageviews of ${days} days in the embedded store, ` +
        `${formatNumber(options.redirects)} redirects; ${options['per-second']} proxied requests a second at even times, half on new ` +
        `connections, ${options.workers} workers. The restored service is asked for ${reportNames.length} reports of the 30 days, and ` +
        'each answer is compared, byte for byte, with that of the first.',
      sections: [
        {
          heading: 'Time and size',
          table: {
            columns: ['step', 'seconds', 'MB'],
            rows: [
              ['the data directory, copied with `tar`', formatNumber(copySeconds, 1), megabytes(dataBytes)],
              ['backup, verified', formatNumber(backupSeconds, 1), megabytes(backupBytes)],
              ['restore', formatNumber(restoreSeconds, 1), megabytes(bytesIn(restoredDir))],
            ],
          },
        },
        {
          heading: 'What visitors notice, milliseconds',
          table: {
            columns: ['requests', 'sent', 'p50', 'p90', 'p99', 'p99.9', 'failed'],
            rows: [...latencyRow('no backup', without), ...latencyRow('during the backup', during)],
          },
        },
      ],
      targets: [
        atMost('reports that differ after the restore', different.length, 0, '', 0),
        atMost('requests that fail during the backup', failed, 0, '', 0),
      ],
      figures: {
        options,
        copySeconds,
        backupSeconds,
        restoreSeconds,
        dataBytes,
        backupBytes,
        without,
        during,
      },
    },
    machine,
  );
});

/** Lets a custom domain have the uuid that the rows have. */
function giveUuid(path: string, from: string, to: string): void {
  const database = new Database(path);
  database.prepare('UPDATE custom_domains SET uuid = ? WHERE uuid = ?').run(to, from);
  database.close();
}

async function nameplate(env: Readonly<Record<string, string>>, ...args: string[]): Promise<void> {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  await runTool('env', [...variables, process.execPath, join(rootDir, 'dist/bin.cjs'), ...args]);
}

/** Every report of the days that were filled, by name. */
async function answersOf({ apiPort, authorization }: Nameplate): Promise<Map<string, string>> {
  const [from, to] = [firstDay, firstDay + days - 1].map((day) =>
    new Date(day * dayMs).toISOString().slice(0, 10),
  );
  const answers = new Map<string, string>();
  for (const name of reportNames) {
    const path = `/api/v1/analytics/custom_domains/${domainAt(0)}/${name}?from=${from}&to=${to}${parameters[name] ?? ''}`;
    const { status, body } = await ask({ port: apiPort, path, headers: authorization });
    if (status !== 200) throw new Error(`${name} answered ${status}: ${body}`);
    answers.set(name, body);
  }
  return answers;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startTick = performance.now();
  await work();
  return (performance.now() - startTick) / 1_000;
}

function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function megabytes(bytes: number): string {
  return formatNumber(bytes / megabyte);
}
