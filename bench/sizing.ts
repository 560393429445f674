/**
 * What a machine needs: one service with embedded stores and two workers, by the number of custom domains; CPU and memory idle and under
 * steady requests, a day's records through the spool with the disk that they take, and connections over HTTPS.
 * Run: `node bench/sizing.ts [--most 100000] [--idle-seconds 65] [--load-seconds 30] [--thousands 1000] [--connections 2000]`; `most`: of
 *   custom domains, in steps of ten from 100 on; `thousands`: of requests of a day, and as many of pageviews
 */

import { statSync } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect } from 'node:http2';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { pino } from 'pino';
import { openChdb } from '../src/analytics/engine/chdb.ts';
import { encodePageviewRecord } from '../src/analytics/ingest/pageview-codec.ts';
import { encodeRequestRecord } from '../src/analytics/ingest/request-codec.ts';
import { closedFileName, segmentHeader, segmentName } from '../src/analytics/ingest/segment-name.ts';
import { AnalyticsStore } from '../src/analytics/store/analytics-store.ts';
import { VisitDeriver } from '../src/analytics/visits/deriver.ts';
import type { ControlStore } from '../src/control/store.ts';
import { systemClock } from '../src/core/clock.ts';
import { dayOf } from '../src/core/date-range.ts';
import { newUuid } from '../src/core/ids.ts';
import { dayMs } from '../src/core/time.ts';
import { CustomDomains } from '../src/features/custom-domains/custom-domain-store.ts';
import { featureTables } from '../src/features/features.ts';
import { Redirects } from '../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../src/features/upstreams/upstream-store.ts';
import { customDomainResource } from '../src/resources/custom-domain.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { timeFixedLoop } from '../test/support/fixed-loop.ts';
import { freePort } from '../test/support/free-port.ts';
import { applicationOf, childrenOf, memoryOf, treeCpuMicros, workersOf } from '../test/support/proc.ts';
import { storeCertificates } from './support/certificates.ts';
import { pageviewAt, requestAt } from './support/event-records.ts';
import { hostNumber, proxiedOverMany } from './support/many-hosts.ts';
import {
  addCustomDomain,
  copyStore,
  type FilledStore,
  fillStore,
  type Nameplate,
  openStore,
  redirectAt,
  sqliteIn,
  startNameplate,
  upstreamAt,
} from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { startUpstream } from './support/outage-services.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { settle } from './support/request-rows.ts';
import { runBenchmark } from './support/run.ts';
import { startLoad } from './support/steady-load.ts';
import { formatNumber } from './support/table.ts';
import { diskDir, inMemoryDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';
import { skew } from './support/visits-of-domains.ts';

const fewest = 100;
const workers = 2;
const rates = [10, 100, 1_000];
const rowsPerBatch = 1_000;
const rowsPerSegment = 25_000;
/** Shipping takes two seconds; the engine merges a little longer. */
const settleMs = 10_000;
/** Let's Encrypt's chains with P-256 keys are about so long. */
const chainPem = 'c'.repeat(3_000);
const sealedKey = 'k'.repeat(300);
const httpsHost = 'shop.customers.example';
/** Of requests: one client address may have 256 under way. */
const atOnce = 50;

const kinds = {
  requests: (index: number, uuids: readonly string[], day: number): string => {
    const record = requestAt(index);
    const place = (Math.imul(index + 1, 2_654_435_761) >>> 0) / 2 ** 32;
    return encodeRequestRecord({ ...record, ...on(uuids, place), startedAtMs: timeOf(index, day) });
  },
  pageviews: (index: number, uuids: readonly string[], day: number): string => {
    const record = pageviewAt(index);
    const place = Number(BigInt(record.visitor) >> 32n) / 2 ** 32;
    return encodePageviewRecord({ ...record, ...on(uuids, place), receivedAtMs: timeOf(index, day) });
  },
};

type Memory = Readonly<Record<'supervisor' | 'application' | 'worker' | 'all', number>>;
type Rows = { readonly cpuMicros: number; readonly spoolBytes: number };

await runBenchmark(async (cleanUp) => {
  const options = readOptions({
    most: 100_000,
    'idle-seconds': 65,
    'load-seconds': 30,
    thousands: 1_000,
    connections: 2_000,
  });
  const machine = describeMachine();
  const loopBefore = await timeFixedLoop();
  const upstreamPort = await startUpstream(cleanUp);
  const redirectBytes = await bytesOfRedirect(cleanUp);
  const https = await measureHttps(options.connections, upstreamPort, cleanUp);
  const steps: Awaited<ReturnType<typeof measureStep>>[] = [];
  for (let domains = fewest; domains <= options.most; domains *= 10) {
    console.error(`${formatNumber(domains)} custom domains`);
    steps.push(await measureStep(domains, options, upstreamPort, cleanUp));
  }
  const loopSeconds = [loopBefore, await timeFixedLoop()];

  const last = steps.at(-1);
  const first = steps[0];
  publishReport(
    {
      name: 'sizing',
      title: 'What a machine needs',
      method:
        `\`nameplate serve\` with embedded stores and ${workers} workers; custom domains of one upstream, each with a certificate, made past the API ` +
        'with all that an API call would write. Checks of DNS records and orders are left out. CPU is user and system time of all processes of ' +
        'the service, memory is PSS in MB of 10⁶ bytes. Other programs ran beside it, so times are left out; the fixed loop of ' +
        `\`test/support/fixed-loop.ts\` took ${loopSeconds.map((one) => formatNumber(one, 2)).join(' s of CPU before and ')} s after, ` +
        'where 3 is the machine of the test budgets.',
      sections: [
        {
          heading: 'By custom domains',
          note:
            `Idle is after ${options['idle-seconds']} s. Under load: after ${options['load-seconds']} s each of ` +
            `${rates.join(', ')} proxied requests a second over all hosts. The peak is the application process's resident memory, files included, ` +
            "at any time until a day's records were stored.",
          table: {
            columns: [
              'custom domains',
              'CPU of a start, s',
              'application, idle',
              'worker, idle',
              'all, idle',
              'all, under load',
              'peak of the application',
            ],
            rows: steps.map(({ domains, startCpuMicros, idle, loaded, peakBytes }) => [
              formatNumber(domains),
              formatNumber(startCpuMicros / 1e6, 1),
              megabytes(idle.application),
              megabytes(idle.worker),
              megabytes(idle.all),
              megabytes(loaded.all),
              megabytes(peakBytes),
            ]),
          },
        },
        {
          heading: 'Proxied requests, CPU in percent of a core',
          note:
            'Over HTTP, connections kept, recorded and shipped. Shipping costs much the same for any traffic: it inserts every second. ' +
            `The last column is of each request more, between ${rates.slice(-2).join(' and ')} a second.`,
          table: {
            columns: [
              'custom domains',
              'idle',
              ...rates.map((rate) => `${formatNumber(rate)} a second`),
              'µs a request',
              'failed',
            ],
            rows: steps.map(({ domains, idleShare, loads }) => [
              formatNumber(domains),
              ...[idleShare, ...loads.map(({ share }) => share)].map((share) => formatNumber(100 * share, 1)),
              formatNumber(microsOfFurther(loads)),
              formatNumber(loads.reduce((sum, { failed }) => sum + failed, 0)),
            ]),
          },
        },
        {
          heading: "A day's records",
          note:
            `${formatNumber(options.thousands * 1_000)} requests and as many pageviews, of which the busiest hundredth of the domains has ` +
            `${formatNumber(100 * 0.01 ** (1 / skew))} %, put into the spool of the running service. CPU µs each, until they are stored and ` +
            'merged; then the visits of the whole day are derived once, by another process. Disk of the analytics store is that of its active parts, in MB.',
          table: {
            columns: [
              'custom domains',
              'request shipped, µs',
              'pageview shipped, µs',
              'pageview derived, µs',
              'disk, million requests',
              'disk, million pageviews',
              'their visits',
              'spool, bytes a request',
              'a pageview',
            ],
            rows: steps.map(({ domains, requests, pageviews, derivedCpuMicros, disk }) => [
              formatNumber(domains),
              formatNumber(requests.cpuMicros, 1),
              formatNumber(pageviews.cpuMicros, 1),
              formatNumber(derivedCpuMicros, 1),
              ...[disk.requests, disk.events, disk.visits].map((bytes) =>
                megabytes(bytes / (options.thousands / 1_000), 1),
              ),
              formatNumber(requests.spoolBytes),
              formatNumber(pageviews.spoolBytes),
            ]),
          },
        },
        {
          heading: 'The control store',
          note: `\`control.db\` in MB. A redirect adds ${formatNumber(redirectBytes)} bytes.`,
          table: {
            columns: ['custom domains', 'without them', 'with them', 'with certificates'],
            rows: steps.map(({ domains, controlBytes }) => [
              formatNumber(domains),
              ...controlBytes.map((bytes) => megabytes(bytes, 1)),
            ]),
          },
        },
        {
          heading: 'HTTPS',
          note:
            `${formatNumber(options.connections)} connections of HTTP/2 over TLS 1.3 with full handshakes, P-256, each with a proxied request of ` +
            '200 bytes, and left open; then one more request on each, twice. The workers have just started: tls.ts has warm ones.',
          table: {
            columns: ['what', 'measured'],
            rows: [
              ['CPU of a connection with its first request, µs', formatNumber(https.firstCpuMicros)],
              ['CPU of each further request, µs', formatNumber(https.nextCpuMicros)],
              ['memory of an open connection, kB', formatNumber(https.connectionBytes / 1e3, 1)],
            ],
          },
        },
      ],
      targets: [
        atMost(
          `memory of all, idle, ${fewest} custom domains`,
          (first?.idle.all ?? Number.NaN) / 1e6,
          512,
          'MB',
          0,
        ),
        atMost(
          `the same, ${formatNumber(last?.domains ?? 0)}`,
          (last?.idle.all ?? Number.NaN) / 1e6,
          1_024,
          'MB',
          0,
        ),
        atMost(
          'failed requests',
          steps.flatMap(({ loads }) => loads).reduce((sum, { failed }) => sum + failed, 0),
          0,
          '',
          0,
        ),
      ],
      figures: { options, loopSeconds, redirectBytes, https, steps },
    },
    machine,
  );
});

async function measureStep(
  domains: number,
  options: Readonly<Record<'idle-seconds' | 'load-seconds' | 'thousands', number>>,
  upstreamPort: number,
  cleanUp: CleanUp,
) {
  const dir = await diskDir(cleanUp);
  const { filled, uuids, controlBytes } = await fill(domains, upstreamPort, dir, cleanUp);
  const service = await startNameplate({ name: `domains-${domains}`, dir, filled, workers }, cleanUp);
  const { pid } = service;
  const startCpuMicros = treeCpuMicros(pid);
  await delay(settleMs);
  const idleMs = options['idle-seconds'] * 1_000;
  const idleShare = (await cpuOf(pid, 0, () => delay(idleMs))) / (idleMs * 1_000);
  const idle = memoryOfAll(pid);
  const loads: Awaited<ReturnType<typeof putLoad>>[] = [];
  for (const perSecond of rates)
    loads.push(await putLoad(service, domains, perSecond, options, idleShare, cleanUp));
  const loaded = memoryOfAll(pid);
  const day = dayOf(Date.now());
  const rows = options.thousands * 1_000;
  const requests = await ship('requests', rows, uuids, day, { dir, pid, idleShare });
  const pageviews = await ship('pageviews', rows, uuids, day, { dir, pid, idleShare });
  const { peakRssBytes: peakBytes } = memoryOf(applicationOf(pid));
  await service.stop();
  const derivedCpuMicros = (await derive(dir, day)) / rows;
  const disk = await diskOf(dir);
  const step = {
    domains,
    controlBytes,
    startCpuMicros,
    idleShare,
    idle,
    loaded,
    loads,
    requests,
    pageviews,
    peakBytes,
    derivedCpuMicros,
    disk,
  };
  console.error(JSON.stringify(step));
  return step;
}

/** A store with so many custom domains and their certificates; `controlBytes` of its file before, with domains, and with both. */
async function fill(domains: number, upstreamPort: number, dir: string, cleanUp: CleanUp) {
  const memoryDir = await inMemoryDir(cleanUp);
  const location = sqliteIn(memoryDir);
  const filled = await fillStore(location, 0, dir);
  const controlBytes = [statSync(location.path).size];
  const uuids: string[] = [];
  {
    await using store = await openAudited(filled);
    const upstream = await new Upstreams(store).create(filled.accountUuid, upstreamAt(upstreamPort));
    for (let start = 0; start < domains; start += rowsPerBatch) {
      const list = numbersFrom(start, Math.min(rowsPerBatch, domains - start)).map(customDomainAt);
      const made = await new CustomDomains(store).createMany(filled.accountUuid, upstream.uuid, list);
      if (!made || 'taken' in made) throw new Error('the custom domains were not created');
      uuids.push(...made.created.map(({ uuid }) => uuid));
    }
  }
  controlBytes.push(statSync(location.path).size);
  const database = new BetterSqlite3(location.path);
  const now = Date.now();
  database
    .prepare('UPDATE custom_domains SET last_dns_check_at = created_at, next_dns_check_at = created_at + ?')
    .run(dayMs / 2);
  database
    .prepare(`INSERT INTO automatic_certificates
        (host, account_uuid, next_attempt_at, failures, fingerprint, issuer, not_before, expires_at, created_at)
      SELECT host, account_uuid, ?, 0, lower(hex(randomblob(32))), 'CN=Benchmark', ?, ?, ? FROM custom_domains`)
    .run(now + 30 * dayMs, now, now + 60 * dayMs, now);
  database
    .prepare(`INSERT INTO automatic_certificate_keys (host, chain_pem, sealed_key, key_id)
      SELECT host, ?, ?, (SELECT key_id FROM secret_keys LIMIT 1) FROM custom_domains`)
    .run(chainPem, sealedKey);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  controlBytes.push(statSync(location.path).size);
  return { filled: copyStore(filled, dir), uuids, controlBytes };
}

function customDomainAt(number: number) {
  return { ...customDomainResource.defaults, host: hostNumber(number) };
}

async function openAudited(filled: FilledStore): Promise<ControlStore> {
  const store = await openStore(filled);
  store.database.audit(featureTables);
  return store;
}

async function bytesOfRedirect(cleanUp: CleanUp): Promise<number> {
  const count = 10_000;
  const dir = await inMemoryDir(cleanUp);
  const location = sqliteIn(dir);
  const filled = await fillStore(location, 0);
  const before = statSync(location.path).size;
  {
    await using store = await openAudited(filled);
    for (let start = 0; start < count; start += rowsPerBatch)
      await new Redirects(store).createMany(
        filled.accountUuid,
        numbersFrom(start, rowsPerBatch).map(redirectAt),
      );
  }
  return (statSync(location.path).size - before) / count;
}

/** Proxies steadily, and waits until the records are shipped; `share` is of a core, what the idle service uses included. */
async function putLoad(
  service: Nameplate,
  domains: number,
  perSecond: number,
  options: Readonly<Record<'load-seconds', number>>,
  idleShare: number,
  cleanUp: CleanUp,
) {
  const seconds = options['load-seconds'];
  let sent = 0;
  let failed = 0;
  const why: Record<string, number>[] = [];
  const cpu = await cpuOf(service.pid, idleShare, async () => {
    const load = startLoad({ ...proxiedOverMany(service.edgePort, domains, perSecond), seconds }, cleanUp);
    for (const kind of (await load.result).kinds) {
      sent += kind.sent;
      failed += kind.failed + kind.refused;
      why.push(kind.why);
    }
    await delay(settleMs);
  });
  return { perSecond, sent, failed, why, cpuMicros: cpu, share: idleShare + cpu / (seconds * 1e6) };
}

function microsOfFurther(loads: readonly { readonly sent: number; readonly cpuMicros: number }[]): number {
  const [fewer, more] = loads.slice(-2);
  return fewer && more ? (more.cpuMicros - fewer.cpuMicros) / (more.sent - fewer.sent) : Number.NaN;
}

/** Puts a day's records into the spool of a running service, and waits until they are stored. */
async function ship(
  kind: keyof typeof kinds,
  rows: number,
  uuids: readonly string[],
  day: number,
  { dir, pid, idleShare }: { readonly dir: string; readonly pid: number; readonly idleShare: number },
): Promise<Rows> {
  const spool = join(dir, 'spool');
  const ready = join(dir, `ready-${kind}`);
  await mkdir(ready);
  const writer = newUuid();
  let bytes = 0;
  for (let start = 0; start < rows; start += rowsPerSegment) {
    const lines = numbersFrom(start, Math.min(rowsPerSegment, rows - start)).map((index) =>
      kinds[kind](index, uuids, day),
    );
    const text = segmentHeader(kind) + lines.join('');
    bytes += Buffer.byteLength(text);
    const name = closedFileName(segmentName(kind, writer, start / rowsPerSegment));
    await writeFile(join(ready, name), text);
  }
  const cpu = await cpuOf(pid, idleShare, async () => {
    for (const name of await readdir(ready)) await rename(join(ready, name), join(spool, name));
    while ((await readdir(spool)).some((name) => name.includes(writer))) await delay(100);
    await delay(settleMs);
  });
  return { cpuMicros: cpu / rows, spoolBytes: bytes / rows };
}

/** Derives the visits of a day that is over; answers CPU µs. */
async function derive(dir: string, day: number): Promise<number> {
  const logger = pino({ level: 'silent' });
  await using store = await AnalyticsStore.open(
    { kind: 'chdb', path: join(dir, 'analytics'), memoryBytes: 2 ** 31 },
    { logger, retentionDays: 0, clock: systemClock },
  );
  const clock = { now: () => (day + 1.5) * dayMs };
  const deriver = new VisitDeriver(store, { clock, logger });
  const before = process.cpuUsage();
  while ((await deriver.runOnce()) > 0);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Bytes of each table once the engine has merged what it wants to merge. */
async function diskOf(dir: string): Promise<Readonly<Record<'requests' | 'events' | 'visits', number>>> {
  const engine = await openChdb({ kind: 'chdb', path: join(dir, 'analytics'), memoryBytes: 2 ** 31 });
  try {
    await settle(engine);
    const answer = await engine.writes.query({
      query: `SELECT table, toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts
        WHERE active AND database = currentDatabase() GROUP BY table`,
      format: 'JSONEachRow',
    });
    const rows = await answer.json<{ table: string; bytes: number }>();
    const of = (...tables: readonly string[]): number =>
      rows.filter(({ table }) => tables.includes(table)).reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      requests: of('requests'),
      events: of('events'),
      visits: of('visits', 'visitor_days', 'visit_derivations'),
    };
  } finally {
    await engine.close();
  }
}

async function measureHttps(count: number, upstreamPort: number, cleanUp: CleanUp) {
  const dir = await diskDir(cleanUp);
  const filled = await fillStore(sqliteIn(dir), 0);
  await addCustomDomain(filled, httpsHost, upstreamPort);
  await storeCertificates(filled, dir, [httpsHost]);
  const env = { NAMEPLATE_EDGE_HTTPS_PORT: String(await freePort()) };
  const service = await startNameplate({ name: 'https', dir, filled, workers, env }, cleanUp);
  const { pid, tlsPort } = service;
  const open = (): ClientHttp2Session =>
    connect(`https://${httpsHost}:${tlsPort}`, {
      host: '127.0.0.1',
      servername: httpsHost,
      rejectUnauthorized: false,
    });
  // What is compiled and allocated once is not a connection's.
  const warm = numbersFrom(0, atOnce).map(open);
  for (let round = 0; round < 10; round++) await askEach(warm);
  for (const session of warm) session.close();
  await delay(settleMs);
  const before = memoryOfAll(pid);
  const sessions: ClientHttp2Session[] = [];
  cleanUp.defer(async () => {
    for (const session of sessions) session.destroy();
  });
  const firstCpu = await cpuOf(pid, 0, async () => {
    while (sessions.length < count) {
      const batch = numbersFrom(0, Math.min(atOnce, count - sessions.length)).map(open);
      sessions.push(...batch);
      await askEach(batch);
    }
  });
  const nextCpu = await cpuOf(pid, 0, async () => {
    for (let start = 0; start < 2 * count; start += atOnce)
      await askEach(sessions.slice(start % count, (start % count) + atOnce));
  });
  await delay(settleMs);
  const connectionBytes = (memoryOfAll(pid).all - before.all) / count;
  for (const session of sessions) session.destroy();
  await service.stop();
  return { firstCpuMicros: firstCpu / count, nextCpuMicros: nextCpu / 2 / count, connectionBytes };
}

/** Has each session answer a request. */
async function askEach(sessions: readonly ClientHttp2Session[]): Promise<void> {
  await Promise.all(
    sessions.map(
      (session) =>
        new Promise<void>((resolve, reject) => {
          const stream = session.request({ ':path': '/small' });
          session.once('error', reject);
          stream.once('error', reject);
          stream.once('response', ({ ':status': status }) => {
            if (status !== 200) reject(new Error(`a request answered ${status}`));
          });
          stream.once('end', () => {
            session.removeListener('error', reject);
            resolve();
          });
          stream.resume();
        }),
    ),
  );
}

/** CPU µs of a service while something is done, without what it uses when idle. */
async function cpuOf(pid: number, idleShare: number, work: () => Promise<unknown>): Promise<number> {
  const before = treeCpuMicros(pid);
  const tick = performance.now();
  await work();
  return treeCpuMicros(pid) - before - idleShare * (performance.now() - tick) * 1_000;
}

/** PSS in bytes; `worker` is the larger one. */
function memoryOfAll(pid: number): Memory {
  return {
    supervisor: pssOf(pid),
    application: pssOf(applicationOf(pid)),
    worker: Math.max(...workersOf(pid).map(pssOf)),
    all: [pid, ...childrenOf(pid)].reduce((sum, each) => sum + pssOf(each), 0),
  };
}

function pssOf(pid: number): number {
  return memoryOf(pid).pssBytes;
}

function megabytes(bytes: number, digits = 0): string {
  return formatNumber(bytes / 1e6, digits);
}

function on(uuids: readonly string[], place: number) {
  const number = Math.floor(place ** skew * uuids.length);
  return { domainUuid: uuids[number] ?? '', host: hostNumber(number) };
}

function timeOf(index: number, day: number): number {
  return day * dayMs + (index % 86_400) * 1_000;
}

function numbersFrom(start: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => start + index);
}
