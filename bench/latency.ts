/**
 * How long a proxied request takes at 1,000 requests a second, sent at fixed times: against nginx and Caddy, and the upstream
 * itself.
 * Run: `node bench/latency.ts [--rounds 5] [--seconds 20] [--per-second 1000] …`
 */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { CleanUp } from '../src/service/clean-up.ts';
import { freePort } from '../test/support/free-port.ts';
import { treeCpuMicros } from '../test/support/proc.ts';
import { startCaddy } from './peers/caddy.ts';
import { startNginx } from './peers/nginx.ts';
import { smallBytes, startOrigin } from './peers/origin.ts';
import { ask } from './support/http.ts';
import { addCustomDomain, fillStore, sqliteIn, startNameplate } from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { median } from './support/statistics.ts';
import { getRequest, startLoad } from './support/steady-load.ts';
import { formatNumber } from './support/table.ts';
import { diskDir, inMemoryDir } from './support/temp-dir.ts';
import { findTool } from './support/tools.ts';
import { atMost } from './support/verdict.ts';

const host = 'shop.customer.example';
const path = '/small';
const timeoutMs = 10_000;
const oursName = 'Nameplate';
const caddyName = 'Caddy, access log';
const shares = ['p50', 'p90', 'p99', 'p999'] as const;

type Contestant = {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly accessLog?: string;
};

type Round = {
  readonly latencyMs: Readonly<Record<(typeof shares)[number], number>>;
  readonly cpuMicros: number;
  readonly failures: number;
  readonly clientLateMs: number;
};

await runBenchmark(async (cleanUp) => {
  const options = readOptions({
    rounds: 5,
    seconds: 20,
    'warm-up': 3,
    'per-second': 1_000,
    workers: 2,
    hosts: 10_000,
  });
  const machine = describeMachine();
  const contestants = await startAll(options.workers, options.hosts, cleanUp);
  const rounds = new Map<Contestant, Round[]>(contestants.map((contestant) => [contestant, []]));
  for (let round = 1; round <= options.rounds; round++) {
    for (const [contestant, taken] of rounds) {
      const result = await measure(contestant, options, cleanUp);
      taken.push(result);
      console.error(
        `round ${round}: ${contestant.name}: ${shares.map((share) => `${share} ${formatNumber(result.latencyMs[share], 2)}`).join(', ')} ms`,
      );
    }
  }
  const figures = [...rounds].map(([{ name }, taken]) => ({
    name,
    latencyMs: Object.fromEntries(
      shares.map((share) => [share, median(taken.map(({ latencyMs }) => latencyMs[share]))]),
    ),
    cpuMicros: median(taken.map(({ cpuMicros }) => cpuMicros)),
    clientLateMs: median(taken.map(({ clientLateMs }) => clientLateMs)),
    failures: taken.reduce((sum, { failures }) => sum + failures, 0),
    rounds: taken,
  }));
  const latencyOf = (name: string, share: string) =>
    figures.find((figure) => figure.name === name)?.latencyMs[share] ?? Number.NaN;
  publishReport(
    {
      name: 'latency',
      title: 'How long a proxied request takes',
      method:
        `GET in clear text, ${formatNumber(options['per-second'])} a second at even times on connections that are kept, an ` +
        `answer of ${smallBytes} bytes. Each request is measured from when it was due, so what a slow answer delays is in the ` +
        `figures. ${options.seconds} s after a warm-up of ${options['warm-up']} s, all in turn, median of ${options.rounds}. CPU ` +
        `is user and system time of all processes of a server. Nameplate has ${options.workers} workers and ships its ` +
        'records meanwhile. The upstream itself, an nginx, shows what the client and the machine take.',
      sections: [
        {
          heading: 'Milliseconds',
          table: {
            columns: [
              'server',
              ...shares.map((share) => (share === 'p999' ? 'p99.9' : share)),
              'CPU µs a request',
              'client late, p99',
              'failures',
            ],
            rows: figures.map(({ name, latencyMs, cpuMicros, clientLateMs, failures }) => [
              name,
              ...shares.map((share) => formatNumber(latencyMs[share] ?? Number.NaN, 2)),
              formatNumber(cpuMicros, 1),
              formatNumber(clientLateMs, 2),
              formatNumber(failures),
            ]),
          },
        },
      ],
      targets: (['p50', 'p90', 'p99'] as const).map((share) =>
        atMost(
          `${share}, × that of Caddy`,
          latencyOf(oursName, share) / latencyOf(caddyName, share),
          1,
          '',
          2,
        ),
      ),
      figures: { options, servers: figures },
    },
    machine,
  );
});

async function startAll(workers: number, hosts: number, cleanUp: CleanUp): Promise<Contestant[]> {
  const nginx = findTool('nginx');
  if (nginx === undefined) throw new Error('without nginx there is nothing to proxy to');
  const dir = await diskDir(cleanUp);
  const logDir = await inMemoryDir(cleanUp);
  const originPort = await freePort();
  const origin = await startOrigin({ command: nginx, dir, port: originPort }, cleanUp);
  const contestants: Contestant[] = [{ name: 'the upstream itself', pid: origin.pid, port: originPort }];
  for (const { name, command, start } of [
    { name: 'nginx, access log', command: nginx, start: startNginx },
    { name: caddyName, command: findTool('caddy'), start: startCaddy },
  ]) {
    if (command === undefined) continue;
    const port = await freePort();
    const accessLog = join(logDir, `${port}.log`);
    const { pid } = await start({ name, command, dir, port, accessLog, originPort }, cleanUp);
    contestants.push({ name, pid, port, accessLog });
  }
  const filled = await fillStore(sqliteIn(dir), hosts);
  await addCustomDomain(filled, host, originPort);
  const { pid, edgePort } = await startNameplate({ name: oursName, dir, filled, workers }, cleanUp);
  contestants.push({ name: oursName, pid, port: edgePort });
  for (const { name, port } of contestants) {
    const { status, body } = await ask({ port, path, headers: { host } });
    if (status !== 200 || body.length !== smallBytes) throw new Error(`${name} answered ${status}`);
  }
  return contestants;
}

async function measure(
  { pid, port, accessLog }: Contestant,
  options: { readonly seconds: number; readonly 'warm-up': number; readonly 'per-second': number },
  cleanUp: CleanUp,
): Promise<Round> {
  const perSecond = options['per-second'];
  const skipRequests = options['warm-up'] * perSecond;
  const kinds = [{ name: 'kept', connection: 'kept', request: getRequest(host, path), status: 200 }] as const;
  const seconds = options.seconds + options['warm-up'];
  const cpuBefore = treeCpuMicros(pid);
  const { kinds: results, latenessMsP99 } = await startLoad(
    { port, perSecond, seconds, skipRequests, timeoutMs, kinds },
    cleanUp,
  ).result;
  // The warm-up's too: a request costs the same then.
  const cpu = treeCpuMicros(pid) - cpuBefore;
  if (accessLog !== undefined) truncateSync(accessLog);
  const [kept] = results;
  if (!kept) throw new Error('the client sent nothing');
  return {
    latencyMs: kept.latencyMs,
    cpuMicros: cpu / (kept.sent + skipRequests),
    failures: kept.failed + kept.refused,
    clientLateMs: latenessMsP99,
  };
}
