/**
 * Many custom domains on PostgreSQL with four machines in one box, two for visitors and two for the API, under load: start, memory,
 * a write live everywhere, a failover, CPU, lists and metrics; each figure with what ended it, if anything did, and what ends it next.
 * Run: `node bench/scale.ts [--domains 1000000] [--redirects 100000] [--certificates 100000] [--thousands 2000] [--per-second 200] [--writes 100]
 *   [--rounds 10] [--calm-seconds 130]`; `thousands`: of pageviews a day
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { AnalyticsStore } from '../src/analytics/store/analytics-store.ts';
import { systemClock } from '../src/core/clock.ts';
import { dayMs } from '../src/core/time.ts';
import { ClickhouseFront } from '../test/support/clickhouse-front.ts';
import { Passage } from '../test/support/passage.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { applicationOf, childrenOf, memoryOf, treeCpuMicros, workersOf } from '../test/support/proc.ts';
import { ask } from './support/http.ts';
import { fillCertificates, fillManyHosts, hostNumber, proxiedOverMany } from './support/many-hosts.ts';
import { type FilledStore, fillStore, type Nameplate, startNameplate } from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { startUpstream } from './support/outage-services.ts';
import { connectToEach, type PinnedConnection } from './support/pinned-connections.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { type Figure, wallRows } from './support/scale-walls.ts';
import { median, percentile } from './support/statistics.ts';
import { startLoad } from './support/steady-load.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';
import { insertVisits } from './support/visits-of-domains.ts';

const workersOfEdge = 1;
const liveTimeoutMs = 10_000;
/** From the failover's begin on; as long without one before, for the load's own CPU. */
const failoverMs = 20_000;
const daysOfPageviews = 2;
const askEveryMs = 20;
type Machine = { readonly name: string; readonly service: Nameplate };
/** `wall`: what ended the step, if something did. */
type Step<Figures> = { readonly figures: Figures | undefined; readonly wall: string | undefined };

await runBenchmark(async (cleanUp) => {
  const options = readOptions({
    domains: 1_000_000,
    redirects: 100_000,
    certificates: 100_000,
    thousands: 2_000,
    'per-second': 200,
    writes: 100,
    rounds: 10,
    'calm-seconds': 130,
  });
  const { domains, redirects, certificates, thousands, writes, rounds } = options;
  const machine = describeMachine();
  const upstreamPort = await startUpstream(cleanUp);
  const primary = await startPostgres();
  cleanUp.defer(() => primary.stop());
  const direct = await primary.createDatabase();
  const passage = new Passage('127.0.0.1', Number(new URL(direct).port));
  cleanUp.defer(() => passage.shut());
  const through = new URL(direct);
  through.port = String(await passage.open());
  const clickhouse = await ClickhouseFront.start();
  cleanUp.defer(() => clickhouse[Symbol.asyncDispose]());

  const fillTick = performance.now();
  const filled = await fillStore({ kind: 'postgres', url: direct }, redirects, await diskDir(cleanUp));
  await fillManyHosts(filled, domains, upstreamPort);
  await fillCertificates(filled, certificates);
  const fillMs = performance.now() - fillTick;

  const analyticsUrl = clickhouse.url;
  await fillAnalytics(analyticsUrl, domains, thousands * 1_000);
  const machines: Machine[] = [];
  const walls: string[] = [];
  const attempt = async <Figures>(name: string, step: () => Promise<Figures>): Promise<Step<Figures>> => {
    console.error(name);
    try {
      return { figures: await step(), wall: undefined };
    } catch (error) {
      const wall = error instanceof Error ? error.message.trim().slice(0, 500) : String(error);
      walls.push(`${name}: ${wall}`);
      return { figures: undefined, wall };
    }
  };
  const begin = async (name: string, command: 'app' | 'edge'): Promise<void> => {
    const dir = await diskDir(cleanUp);
    await copyFile(join(filled.dir, 'secret.key'), join(dir, 'secret.key'));
    const service = await startNameplate(
      {
        name,
        dir,
        filled: { ...filled, dir, location: { kind: 'postgres', url: through.href } },
        workers: command === 'edge' ? workersOfEdge : 0,
        command,
        env: {
          NAMEPLATE_CLICKHOUSE_URL: analyticsUrl,
          ...(command === 'app' ? { NAMEPLATE_EDGE_WORKERS: '' } : {}),
        },
      },
      cleanUp,
    );
    machines.push({ name, service });
  };
  const starts = new Map<string, Step<number>>();
  for (const [name, command] of [
    ['app 1', 'app'],
    ['app 2', 'app'],
    ['edge 1', 'edge'],
    ['edge 2', 'edge'],
  ] as const)
    starts.set(
      name,
      await attempt(`start of ${name}`, async () => {
        await begin(name, command);
        return machines.at(-1)?.service.startMs ?? Number.NaN;
      }),
    );
  const app = machines.find(({ name }) => name.startsWith('app'));
  const edges = machines.filter(({ name }) => name.startsWith('edge'));
  if (app === undefined || edges.length === 0) throw new Error(walls.join('\n'));
  const loads = edges.map(({ service }) =>
    startLoad(proxiedOverMany(service.edgePort, domains, options['per-second']), cleanUp),
  );

  // Anew for each step: idle ones are closed.
  const connect = async (): Promise<PinnedConnection[]> => {
    const each = edges.map(({ service }) => connectToEach(service.edgePort, workersOf(service.pid), cleanUp));
    return (await Promise.all(each)).flat();
  };
  const live = await attempt('writes', async () => probeLive(app.service, await connect(), writes));
  const calm = await attempt('calm', async () => {
    const seconds = options['calm-seconds'];
    const cpu = await cpuOf(machines, seconds * 1_000);
    return new Map([...cpu].map(([name, ms]) => [name, (100 * ms) / (seconds * 1_000)]));
  });
  const memory = machines.flatMap(({ name, service }) => memoryByProcess(name, service));
  const lists = new Map<string, Step<readonly number[]>>();
  for (const [name, path] of Object.entries(listPaths(filled, domains)))
    lists.set(name, await attempt(`lists: ${name}`, () => timesOf(app.service, path, rounds)));
  const metrics = new Map<string, Step<{ readonly ms: number; readonly bytes: number }>>();
  for (const { name, service } of machines)
    metrics.set(
      name,
      await attempt(`metrics of ${name}`, async () => {
        const { status, body, elapsedMs } = await ask({ port: service.apiPort, path: '/metrics' });
        if (status !== 200) throw new Error(`/metrics answered ${status}: ${body.slice(0, 200)}`);
        return { ms: elapsedMs, bytes: Buffer.byteLength(body) };
      }),
    );

  const failover = await attempt('failover', async () => {
    const standby = await startPostgres({ server: primary, as: 'standby' });
    cleanUp.defer(() => standby.stop());
    const path = await pathOfDomain(app.service, filled);
    const asked = askAgainAndAgain(app.service, path);
    const ownCpu = await cpuOf(machines, failoverMs);
    const before = { cpu: ownCpu, api: await asked.finish() };
    const connections = await connect();
    const asking = askAgainAndAgain(app.service, path);
    const measuring = cpuOf(machines, failoverMs);
    const tick = performance.now();
    await passage.shut();
    await primary.stop();
    await standby.promote();
    passage.recover({ host: '127.0.0.1', port: Number(new URL(standby.url('postgres')).port) });
    await passage.open();
    const servingMs = performance.now() - tick;
    try {
      const { liveMs } = await untilLive(app.service, connections, 'failover', failoverMs);
      const backMs = performance.now() - tick;
      const cpu = await measuring;
      return { servingMs, backMs, liveMs, before, cpu, api: await asking.finish() };
    } finally {
      await asking.finish();
    }
  });
  const traffic = await Promise.all(loads.map((load) => load.finish()));

  const slowestList = Math.max(...[...lists.values()].map(({ figures = [] }) => median(figures)));
  const share = (name: string): number => calm.figures?.get(name) ?? Number.NaN;
  const apiMs = failover.figures?.api.ms ?? [];
  const calmApiMs = failover.figures?.before.api.ms ?? [];
  const ownCpu = (name: string): number => failover.figures?.before.cpu.get(name) ?? Number.NaN;
  const cpuOfFailover = (name: string): number =>
    (failover.figures?.cpu.get(name) ?? Number.NaN) - ownCpu(name);
  const failed = traffic
    .flatMap(({ kinds }) => kinds)
    .reduce((sum, one) => sum + one.failed + one.refused, 0);
  const sent = traffic.flatMap(({ kinds }) => kinds).reduce((sum, one) => sum + one.sent, 0);
  const mostOf = (role: string): number =>
    Math.max(...memory.filter(({ name }) => name.endsWith(role)).map(({ pssBytes }) => pssBytes));
  const measured: Readonly<Record<Figure, string>> = {
    'start of an app': `${formatNumber(startOf('app', starts), 1)} s`,
    'first start of an edge': `${formatNumber(startOf('edge', starts), 1)} s`,
    'memory of a worker': `${formatNumber(mostOf('worker') / 1e6)} MB`,
    'memory of an application process': `${formatNumber(mostOf('application') / 1e6)} MB`,
    'a write live everywhere': `p99 ${inMs(percentile(live.figures?.map((one) => one.sinceAnswer) ?? [], 0.99))}`,
    'CPU of an app, calm': `${formatNumber(Math.max(share('app 1'), share('app 2')), 1)} %`,
    'CPU of an edge, calm': `${formatNumber(Math.max(share('edge 1'), share('edge 2')), 1)} %`,
    failover: inMs(failover.figures?.backMs ?? Number.NaN),
    'CPU of the failover': inMs(Math.max(...machines.map(({ name }) => cpuOfFailover(name)))),
    'API meanwhile': `p99 ${inMs(percentile(apiMs, 0.99))}`,
    lists: inMs(slowestList),
    metrics: inMs(Math.max(...[...metrics.values()].map(({ figures: one }) => one?.ms ?? Number.NaN))),
    visitors: `${formatNumber(failed)} of ${formatNumber(sent)} failed`,
  };
  publishReport(
    {
      name: 'scale',
      title: `${formatNumber(domains)} custom domains on four machines`,
      method:
        `One PostgreSQL (without fsync) with ${formatNumber(domains)} custom domains of one account, ${formatNumber(redirects)} redirects and ` +
        `${formatNumber(certificates)} automatic certificates, filled in ${formatNumber(fillMs / 1_000)} s; ` +
        `${formatNumber(thousands * 1_000)} pageviews a day for ${daysOfPageviews} days, whose visits are derived meanwhile; embedded ClickHouse behind HTTP; two machines with \`nameplate app\` and two with ` +
        `\`nameplate edge\` of one worker, all in one box with directories and supervisors of their own. Each edge gets ` +
        `${options['per-second']} proxied requests a second, each to the next of the hosts. A standby takes over for the failover.`,
      sections: [
        {
          heading: 'Machines',
          note:
            'CPU is of all processes of a machine, calm in percent of a core, findings of each minute and derivation included. That of the ' +
            `failover is of ${failoverMs / 1_000} s from its begin, less that of the load, which is of as long right before.`,
          table: {
            columns: [
              'machine',
              'start, s',
              'CPU, calm, %',
              'CPU of the load, ms',
              'CPU of the failover, ms',
              '/metrics, kB',
              '/metrics, ms',
            ],
            rows: [...starts].map(([name, start]) => [
              name,
              start.wall ?? formatNumber((start.figures ?? 0) / 1_000, 1),
              formatNumber(share(name), 1),
              formatNumber(ownCpu(name)),
              formatNumber(cpuOfFailover(name)),
              formatNumber((metrics.get(name)?.figures?.bytes ?? Number.NaN) / 1_000),
              formatNumber(metrics.get(name)?.figures?.ms ?? Number.NaN, 1),
            ]),
          },
        },
        {
          heading: 'Memory, MB',
          table: {
            columns: ['process', 'PSS', 'anonymous', 'peak RSS'],
            rows: memory.map(({ name, pssBytes, anonymousBytes, peakRssBytes }) => [
              name,
              ...[pssBytes, anonymousBytes, peakRssBytes].map((bytes) => formatNumber(bytes / 1e6)),
            ]),
          },
        },
        {
          heading: 'A write live on each edge, ms after it was sent and after its answer',
          table: {
            columns: ['', 'p50', 'p99'],
            rows: (['answered', 'sinceSent', 'sinceAnswer'] as const).map((which) => [
              which,
              formatNumber(percentile(live.figures?.map((one) => one[which]) ?? [], 0.5), 1),
              formatNumber(percentile(live.figures?.map((one) => one[which]) ?? [], 0.99), 1),
            ]),
          },
        },
        {
          heading: 'Failover',
          table: {
            columns: ['what', 'ms'],
            rows: [
              ['the standby serves after', formatNumber(failover.figures?.servingMs ?? Number.NaN)],
              [
                'a write is taken and live everywhere after',
                formatNumber(failover.figures?.backMs ?? Number.NaN),
              ],
              ['that write live after its answer', formatNumber(failover.figures?.liveMs ?? Number.NaN)],
              ['one domain from the API, p50 before', formatNumber(percentile(calmApiMs, 0.5), 1)],
              ['the same, p99', formatNumber(percentile(calmApiMs, 0.99), 1)],
              ['p50 meanwhile', formatNumber(percentile(apiMs, 0.5), 1)],
              ['p99 meanwhile', formatNumber(percentile(apiMs, 0.99), 1)],
              [
                'answers that were 503, of p50 and p99 too',
                formatNumber(failover.figures?.api.failed ?? Number.NaN),
              ],
            ],
          },
        },
        {
          heading: 'Lists, ms',
          table: {
            columns: ['list', 'p50', 'slowest', 'wall'],
            rows: [...lists].map(([name, { figures = [], wall }]) => [
              name,
              formatNumber(median(figures), 1),
              formatNumber(Math.max(...figures), 1),
              wall ?? '–',
            ]),
          },
        },
        {
          heading: 'Walls',
          note: 'What ended a figure, and what does next, as it grows with domains, writes or requests.',
          table: {
            columns: ['figure', 'measured', 'wall', 'next wall'],
            rows: wallRows(measured, walls),
          },
        },
      ],
      targets: [
        atMost('slowest start of a machine', Math.max(...startSeconds(starts)), 30, 's'),
        atMost(
          'a write live on every edge, p99',
          percentile(live.figures?.map((one) => one.sinceAnswer) ?? [], 0.99),
          1_000,
          'ms',
        ),
        atMost(
          'CPU of the failover, the most of a machine',
          Math.max(...machines.map(({ name }) => cpuOfFailover(name))),
          1_000,
          'ms',
        ),
        atMost('API p99 during the failover, one domain', percentile(apiMs, 0.99), 50, 'ms'),
        atMost('slowest list, p50', slowestList, 300, 'ms'),
        atMost('requests of visitors that failed', failed, 0, `of ${formatNumber(sent)}`, 0),
      ],
      figures: {
        options,
        fillMs,
        starts: Object.fromEntries(starts),
        calm: Object.fromEntries(calm.figures ?? []),
        memory,
        live,
        lists: Object.fromEntries(lists),
        metrics: Object.fromEntries(metrics),
        failover: {
          ...failover,
          figures: failover.figures && {
            ...failover.figures,
            cpu: Object.fromEntries(failover.figures.cpu),
            before: { ...failover.figures.before, cpu: Object.fromEntries(failover.figures.before.cpu) },
          },
        },
        traffic,
        walls,
      },
    },
    machine,
  );
});

/** Pageviews until now. */
async function fillAnalytics(url: string, domains: number, eventsOfDay: number): Promise<void> {
  await using store = await AnalyticsStore.open(
    { kind: 'clickhouse', url, cluster: undefined },
    { logger: pino({ level: 'silent' }), retentionDays: 0, clock: systemClock },
  );
  const toMs = Date.now();
  const fromMs = toMs - daysOfPageviews * dayMs;
  await insertVisits(store, { domains, fromMs, toMs, events: daysOfPageviews * eventsOfDay, first: 0 });
}

async function pathOfDomain(app: Nameplate, { accountUuid }: FilledStore): Promise<string> {
  const path = `/api/v1/accounts/${accountUuid}`;
  const list = `${path}/custom_domains?host=${hostNumber(0)}`;
  const { body } = await ask({ port: app.apiPort, path: list, headers: app.authorization });
  const { data }: { data: [{ uuid: string; upstream_uuid: string }] } = JSON.parse(body);
  return `${path}/upstreams/${data[0].upstream_uuid}/custom_domains/${data[0].uuid}`;
}

function inMs(value: number): string {
  return `${formatNumber(value, 1)} ms`;
}

/** Of the slowest machine of a kind. */
function startOf(kind: string, starts: ReadonlyMap<string, Step<number>>): number {
  return Math.max(...startSeconds(new Map([...starts].filter(([name]) => name.startsWith(kind)))));
}

function startSeconds(starts: ReadonlyMap<string, Step<number>>): number[] {
  return [...starts.values()].map(({ figures = Number.NaN }) => figures / 1_000);
}

function listPaths({ accountUuid }: FilledStore, domains: number): Readonly<Record<string, string>> {
  const account = `/api/v1/accounts/${accountUuid}`;
  const list = `${account}/custom_domains?per_page=20`;
  return {
    'first page': list,
    'last page': `${list}&page=${Math.ceil(domains / 20)}`,
    'a part of the host': `${list}&query=${String(domains - 1)}`,
    'by host': `${list}&sort=host`,
    'worst first': `${list}&sort=verdict`,
    'without a certificate': `${list}&certificate_state=missing`,
    'most visitors': `${list}&sort=-visitors`,
    redirects: `${account}/redirects?per_page=20`,
    overview: `${account}/overview`,
  };
}

async function timesOf(app: Nameplate, path: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const { status, body, elapsedMs } = await ask({ port: app.apiPort, path, headers: app.authorization });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 300)}`);
    if (round >= 0) times.push(elapsedMs);
  }
  return times;
}

type Live = { readonly answered: number; readonly sinceSent: number; readonly sinceAnswer: number };

async function probeLive(
  app: Nameplate,
  edges: readonly PinnedConnection[],
  writes: number,
): Promise<Live[]> {
  const probes: Live[] = [];
  for (let index = 0; index < writes; index++) {
    const { answeredMs, liveMs } = await untilLive(app, edges, `write-${index}`, liveTimeoutMs);
    probes.push({ answered: answeredMs, sinceSent: answeredMs + liveMs, sinceAnswer: liveMs });
  }
  return probes;
}

/** Creates a redirect, as often as that fails, and waits until each connection's worker serves it. */
async function untilLive(
  app: Nameplate,
  edges: readonly PinnedConnection[],
  name: string,
  timeoutMs: number,
): Promise<{ readonly answeredMs: number; readonly liveMs: number }> {
  const host = `${name}.probes.example`;
  const giveUpTick = performance.now() + timeoutMs;
  for (;;) {
    const startTick = performance.now();
    const { status, body } = await ask({
      port: app.apiPort,
      path: app.redirects,
      method: 'POST',
      headers: app.authorization,
      json: { source_host: host, destination_url: 'https://dest.example' },
    });
    const answeredMs = performance.now() - startTick;
    if (status === 201) {
      const answerTick = performance.now();
      await Promise.all(edges.map((edge) => untilRedirected(edge, host, giveUpTick)));
      return { answeredMs, liveMs: performance.now() - answerTick };
    }
    if (performance.now() > giveUpTick) throw new Error(`a write answered ${status}: ${body}`);
    await delay(askEveryMs);
  }
}

async function untilRedirected(edge: PinnedConnection, host: string, giveUpTick: number): Promise<void> {
  while ((await edge.ask({ path: '/', headers: { host } })).status !== 301) {
    if (performance.now() > giveUpTick) throw new Error(`${host} is not live on worker ${edge.pid} in time`);
    await delay(1);
  }
}

/** Milliseconds of CPU that each machine's processes use in a time. */
async function cpuOf(machines: readonly Machine[], ms: number): Promise<Map<string, number>> {
  const now = () => machines.map(({ service }) => treeCpuMicros(service.pid));
  const before = now();
  await delay(ms);
  const after = now();
  return new Map(
    machines.map(({ name }, index) => [name, ((after[index] ?? Number.NaN) - (before[index] ?? 0)) / 1_000]),
  );
}

function memoryByProcess(name: string, { pid }: Nameplate) {
  const application = applicationOf(pid);
  const workers = workersOf(pid);
  return [pid, ...childrenOf(pid)].map((each) => {
    const role =
      each === pid
        ? 'supervisor'
        : each === application
          ? 'application'
          : workers.includes(each)
            ? 'worker'
            : 'other';
    return Object.assign(memoryOf(each), { name: `${name}: ${role}` });
  });
}

function askAgainAndAgain(app: Nameplate, path: string) {
  const ms: number[] = [];
  let failed = 0;
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      try {
        const { status, elapsedMs } = await ask({ port: app.apiPort, path, headers: app.authorization });
        ms.push(elapsedMs);
        if (status !== 200) failed += 1;
      } catch {
        failed += 1;
      }
      await delay(askEveryMs);
    }
  })();
  return {
    finish: async () => {
      over.abort();
      await asking;
      return { ms, failed };
    },
  };
}
