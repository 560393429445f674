/**
 * Many custom domains on PostgreSQL with four machines in one box, two for visitors and two for the API, under load: start, memory,
 * a write live everywhere, a failover, CPU, lists and metrics; each figure with what ended it, if anything did.
 * Run: `node bench/scale.ts [--domains 1000000] [--per-second 200] [--writes 100] [--rounds 10] [--calm-seconds 130]`
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ClickhouseFront } from '../test/support/clickhouse-front.ts';
import { Passage } from '../test/support/passage.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { applicationOf, childrenOf, memoryOf, treeCpuMicros, workersOf } from '../test/support/proc.ts';
import { ask } from './support/http.ts';
import { fillManyHosts, manyHosts } from './support/many-hosts.ts';
import { type FilledStore, fillStore, type Nameplate, startNameplate } from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { startUpstream } from './support/outage-services.ts';
import { connectToEach, type PinnedConnection } from './support/pinned-connections.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { median, percentile } from './support/statistics.ts';
import { getRequest, startLoad } from './support/steady-load.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const workersOfEdge = 1;
const liveTimeoutMs = 10_000;
const afterFailoverMs = 20_000;
const askEveryMs = 20;
type Machine = { readonly name: string; readonly service: Nameplate };
/** `wall`: what ended the step, if something did. */
type Step<Figures> = { readonly figures: Figures | undefined; readonly wall: string | undefined };

await runBenchmark(async (cleanUp) => {
  const options = readOptions({
    domains: 1_000_000,
    'per-second': 200,
    writes: 100,
    rounds: 10,
    'calm-seconds': 130,
  });
  const { domains, writes, rounds } = options;
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
  const filled = await fillStore({ kind: 'postgres', url: direct }, 0, await diskDir(cleanUp));
  await fillManyHosts(filled, domains, upstreamPort);
  const fillMs = performance.now() - fillTick;

  const analyticsUrl = clickhouse.url;
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
    startLoad(
      {
        port: service.edgePort,
        perSecond: options['per-second'],
        skipRequests: 0,
        timeoutMs: 10_000,
        numbers: domains,
        kinds: [
          { name: 'proxied', connection: 'kept', request: getRequest(manyHosts, '/small'), status: 200 },
        ],
      },
      cleanUp,
    ),
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
    lists.set(name, await attempt(name, () => timesOf(app.service, path, rounds)));
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
    const connections = await connect();
    const asking = askAgainAndAgain(app.service, listPaths(filled, domains)['first page'] ?? '/');
    const measuring = cpuOf(machines, afterFailoverMs);
    const tick = performance.now();
    await passage.shut();
    await primary.stop();
    await standby.promote();
    passage.recover({ host: '127.0.0.1', port: Number(new URL(standby.url('postgres')).port) });
    await passage.open();
    const servingMs = performance.now() - tick;
    try {
      const { liveMs } = await untilLive(app.service, connections, 'failover', afterFailoverMs);
      const backMs = performance.now() - tick;
      return { servingMs, backMs, liveMs, cpu: await measuring, api: await asking.finish() };
    } finally {
      await asking.finish();
    }
  });
  const traffic = await Promise.all(loads.map((load) => load.finish()));

  const slowestList = Math.max(...[...lists.values()].map(({ figures = [] }) => median(figures)));
  const share = (name: string): number => calm.figures?.get(name) ?? Number.NaN;
  const failed = traffic
    .flatMap(({ kinds }) => kinds)
    .reduce((sum, one) => sum + one.failed + one.refused, 0);
  const sent = traffic.flatMap(({ kinds }) => kinds).reduce((sum, one) => sum + one.sent, 0);
  publishReport(
    {
      name: 'scale',
      title: `${formatNumber(domains)} custom domains on four machines`,
      method:
        `One PostgreSQL (without fsync) with ${formatNumber(domains)} custom domains of one account, filled by SQL in ` +
        `${formatNumber(fillMs / 1_000)} s; embedded ClickHouse behind HTTP; two machines with \`nameplate app\` and two with ` +
        `\`nameplate edge\` of one worker, all in one box with directories and supervisors of their own. Each edge gets ` +
        `${options['per-second']} proxied requests a second, each to the next of the hosts. A standby takes over for the failover.`,
      sections: [
        {
          heading: 'Machines',
          note: 'CPU is of all processes of a machine, in percent of a core, findings of each minute included.',
          table: {
            columns: [
              'machine',
              'start, s',
              'CPU, calm, %',
              'CPU of the failover, ms',
              '/metrics, kB',
              '/metrics, ms',
            ],
            rows: [...starts].map(([name, start]) => [
              name,
              start.wall ?? formatNumber((start.figures ?? 0) / 1_000, 1),
              formatNumber(share(name), 1),
              formatNumber(failover.figures?.cpu.get(name) ?? Number.NaN),
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
              ['API p50 meanwhile', formatNumber(percentile(failover.figures?.api.ms ?? [], 0.5), 1)],
              ['API p99 meanwhile', formatNumber(percentile(failover.figures?.api.ms ?? [], 0.99), 1)],
              ['answers of the API that failed', formatNumber(failover.figures?.api.failed ?? Number.NaN)],
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
          table: {
            columns: ['what ended a step'],
            rows: walls.length === 0 ? [['nothing did']] : walls.map((wall) => [wall.replaceAll('\n', ' ')]),
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
          Math.max(...(failover.figures?.cpu.values() ?? [Number.NaN])),
          1_000,
          'ms',
        ),
        atMost('API p99 during the failover', percentile(failover.figures?.api.ms ?? [], 0.99), 50, 'ms'),
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
          figures: failover.figures && { ...failover.figures, cpu: Object.fromEntries(failover.figures.cpu) },
        },
        traffic,
        walls,
      },
    },
    machine,
  );
});

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
