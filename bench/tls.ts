/**
 * What TLS costs: handshakes and HTTP/2, against nginx and Caddy, and a store with many certificates.
 * Run: `node bench/tls.ts [--rounds 3] [--seconds 5] [--requests 50000] [--certificates 100000] …`
 */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { postQuantumGroup } from '../src/edge/tls/tls-options.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { freePort, freePorts } from '../test/support/free-port.ts';
import { applicationOf, memoryOf, treeCpuMicros, workersOf } from '../test/support/proc.ts';
import { startCaddy } from './peers/caddy.ts';
import { startNginx } from './peers/nginx.ts';
import { startOrigin } from './peers/origin.ts';
import { type CertificateFiles, storeCertificates, writeCertificate } from './support/certificates.ts';
import { acceptsConnections, runTool, scriptCommand, startProgram } from './support/child.ts';
import type { HandshakeCount } from './support/handshake-client.ts';
import {
  addCustomDomain,
  copyStore,
  fillStore,
  hostAt,
  sqliteIn,
  startNameplate,
} from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport, type Section } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { median } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir, inMemoryDir } from './support/temp-dir.ts';
import { findTool } from './support/tools.ts';
import { atMost, type Target } from './support/verdict.ts';

const defaults = { rounds: 3, seconds: 5, connections: 8, requests: 50_000, certificates: 100_000 };
type Options = typeof defaults;

const redirectHost = hostAt(0);
const proxiedHost = 'proxied.customers.example';
const oursName = 'Nameplate, 1 worker';
const targetFirstHandshakeMs = 5;
/** Some hundred handshakes: what runs in a virtual machine is compiled by then. */
const warmUpSeconds = 4;
/** How many hosts of the large store are asked for. */
const hostsAsked = 200;

type Contestant = {
  readonly name: string;
  readonly pid: number;
  /** TLS: one that redirects, and one that proxies. */
  readonly redirectPort: number;
  /** 0: it doesn't proxy. */
  readonly proxyPort: number;
  /** Emptied after each measurement: memory must not fill up with it. */
  readonly accessLog?: string;
};
type Figure = {
  readonly name: string;
  readonly cpuMicros: number;
  readonly perSecond: number;
  readonly failures: number;
};

/** Of peers, whose proxy is a process of its own. */
const proxyPids = new Map<number, number>();

await runBenchmark(async (cleanUp) => {
  const options = readOptions(defaults);
  const machine = describeMachine();
  const contestants = await startAll(cleanUp);
  for (const one of contestants) await shakeHands(one, 'full', { ...options, seconds: warmUpSeconds });
  const full = await takeTurns('full handshake', contestants, options, (one) =>
    shakeHands(one, 'full', options),
  );
  const postQuantum = await takeTurns('post-quantum handshake', contestants, options, (one) =>
    shakeHands(one, 'full', options, postQuantumGroup),
  );
  const resumed = await takeTurns('resumed', contestants, options, (one) =>
    shakeHands(one, 'resumed', options),
  );
  const redirects = await takeTurns('HTTP/2 redirect', contestants, options, (one) =>
    loadHttp2(one.name, one.pid, one.redirectPort, redirectHost, options),
  );
  const proxies = contestants.filter(({ proxyPort }) => proxyPort !== 0);
  const proxied = await takeTurns('HTTP/2 proxy', proxies, options, (one) =>
    loadHttp2(one.name, one.pid, one.proxyPort, proxiedHost, options),
  );
  const large = await measureLargeStore(options.certificates, cleanUp);
  publishReport(
    {
      name: 'tls',
      title: 'What TLS costs',
      method:
        `TLS 1.3, a P-256 certificate, X25519 unless stated otherwise, over loopback, all in turn, median of ${options.rounds} rounds after ` +
        `${warmUpSeconds} s of handshakes each to warm up. A handshake is a ` +
        'connection of its own with one redirect over HTTP/1.1, by a client in one process that also bounds how many ' +
        `there are in a second; HTTP/2 is \`h2load -c8 -m16\` with ${formatNumber(options.requests)} requests. CPU is ` +
        'user and system time of all processes of a server. nginx and Caddy write their access logs. Nameplate records and ships what custom domains are asked.',
      sections: [
        section('Full handshakes', 'handshakes/s', full),
        section(`Full handshakes with ${postQuantumGroup}`, 'handshakes/s', postQuantum),
        section('Resumed handshakes', 'handshakes/s', resumed),
        section('A redirect over HTTP/2', 'requests/s', redirects),
        section('A proxied request of 200 bytes over HTTP/2', 'requests/s', proxied),
        large.section,
      ],
      targets: large.targets,
      figures: { options, full, postQuantum, resumed, redirects, proxied, large: large.figures },
    },
    machine,
  );
});

async function startAll(cleanUp: CleanUp): Promise<Contestant[]> {
  const dir = await diskDir(cleanUp);
  const originPort = await startOriginOn(dir, cleanUp);
  const filled = await fillStore(sqliteIn(dir), 10_000);
  await addCustomDomain(filled, redirectHost, originPort);
  await addCustomDomain(filled, proxiedHost, originPort);
  await storeCertificates(filled, dir, [redirectHost, proxiedHost]);
  const env = { NAMEPLATE_EDGE_HTTPS_PORT: String(await freePort()) };
  const ours = await startNameplate({ name: oursName, dir, filled, workers: 1, env }, cleanUp);
  const contestants: Contestant[] = [
    { name: oursName, pid: ours.pid, redirectPort: ours.tlsPort, proxyPort: ours.tlsPort },
  ];
  const tls = await writeCertificate(dir, redirectHost);
  const logDir = await inMemoryDir(cleanUp);
  for (const { tool, start } of [
    { tool: 'nginx', start: startNginx },
    { tool: 'caddy', start: startCaddy },
  ] as const) {
    const command = findTool(tool);
    if (command === undefined) continue;
    const [redirectPort = 0, proxyPort = 0] = await freePorts(2);
    const accessLog = join(logDir, `${tool}.log`);
    const shared = { command, dir, accessLog };
    // Two processes of a peer would share nothing; each is measured by itself.
    const redirecting = await start({ ...shared, name: tool, port: redirectPort, tls }, cleanUp);
    const proxying = await start(
      { ...shared, name: `${tool} proxy`, port: proxyPort, originPort, tls },
      cleanUp,
    );
    const name = `${tool}, access log`;
    contestants.push({ name, pid: redirecting.pid, redirectPort, proxyPort, accessLog });
    proxyPids.set(proxyPort, proxying.pid);
  }
  return [...contestants, await startBare(tls, dir, cleanUp)];
}

/** What Node's own TLS and HTTP/2 cost. */
async function startBare(tls: CertificateFiles, dir: string, cleanUp: CleanUp): Promise<Contestant> {
  const name = 'node:http2, no logic';
  const redirectPort = await freePort();
  const args = [String(redirectPort), tls.certificate, tls.privateKey];
  const command = scriptCommand(new URL('peers/bare-http2.ts', import.meta.url), args);
  const isReady = () => acceptsConnections(redirectPort);
  const { pid } = await startProgram({ name, ...command, dir, isReady }, cleanUp);
  return { name, pid, redirectPort, proxyPort: 0 };
}

async function startOriginOn(dir: string, cleanUp: CleanUp): Promise<number> {
  const command = findTool('nginx');
  if (command === undefined) throw new Error('nothing to proxy to without nginx');
  const port = await freePort();
  await startOrigin({ command, dir, port }, cleanUp);
  return port;
}

async function takeTurns(
  title: string,
  contestants: readonly Contestant[],
  options: Options,
  measure: (contestant: Contestant) => Promise<Figure>,
): Promise<Figure[]> {
  const taken = contestants.map((contestant) => ({ contestant, figures: [] as Figure[] }));
  for (let round = 1; round <= options.rounds; round++) {
    for (const { contestant, figures } of taken) {
      const figure = await measure(contestant);
      if (contestant.accessLog !== undefined) truncateSync(contestant.accessLog);
      figures.push(figure);
      console.error(`${title}, round ${round}: ${figure.name}: ${formatNumber(figure.cpuMicros, 1)} µs`);
    }
  }
  return taken.map(({ contestant, figures }) => ({
    name: contestant.name,
    cpuMicros: median(figures.map(({ cpuMicros }) => cpuMicros)),
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    failures: figures.reduce((sum, { failures }) => sum + failures, 0),
  }));
}

async function shakeHands(
  one: Contestant,
  kind: 'full' | 'resumed',
  options: Options,
  group = 'X25519',
): Promise<Figure> {
  const { seconds, connections } = options;
  const args = [String(one.redirectPort), redirectHost, kind, String(seconds), String(connections), group];
  const client = scriptCommand(new URL('support/handshake-client.ts', import.meta.url), args);
  const before = treeCpuMicros(one.pid);
  const count: HandshakeCount = JSON.parse(await runTool(client.command, client.args));
  const cpu = treeCpuMicros(one.pid) - before;
  const { handshakes, resumed, failures } = count;
  if (kind === 'resumed' && resumed < handshakes * 0.99)
    console.error(`${one.name} resumed ${resumed} of ${handshakes}`);
  return {
    name: one.name,
    // A peer whose OpenSSL lacks the group has failures only.
    cpuMicros: handshakes === 0 ? Number.NaN : cpu / handshakes,
    perSecond: handshakes / count.seconds,
    failures: failures + (kind === 'resumed' ? handshakes - resumed : 0),
  };
}

async function loadHttp2(
  name: string,
  ownPid: number,
  port: number,
  host: string,
  options: Options,
): Promise<Figure> {
  const h2load = findTool('h2load');
  if (h2load === undefined) throw new Error('HTTP/2 cannot be measured without h2load');
  const pid = (host === proxiedHost && proxyPids.get(port)) || ownPid;
  const url = `https://${host}:${port}/small`;
  const ask = (requests: number) =>
    runTool(h2load, ['-n', String(requests), '-c8', '-m16', '--connect-to', `127.0.0.1:${port}`, url]);
  await ask(Math.ceil(options.requests / 10));
  const before = treeCpuMicros(pid);
  const output = await ask(options.requests);
  const cpu = treeCpuMicros(pid) - before;
  const failed = /(\d+) failed, (\d+) errored, (\d+) timeout/.exec(output)?.slice(1) ?? ['NaN'];
  return {
    name,
    cpuMicros: cpu / options.requests,
    perSecond: Number(/, ([0-9.]+) req\/s/.exec(output)?.[1]),
    failures: failed.reduce((sum, count) => sum + Number(count), 0),
  };
}

type LargeStore = { readonly section: Section; readonly targets: Target[]; readonly figures: unknown };

/** Starts on a store with a certificate for each of many hosts, and on one with the hosts only. */
async function measureLargeStore(count: number, cleanUp: CleanUp): Promise<LargeStore> {
  const rows: { certificates: number; startMs: number; mainMb: number; workerMb: number }[] = [];
  let firstMs = Number.NaN;
  let warmMs = Number.NaN;
  for (const certificates of [0, count]) {
    const dir = await diskDir(cleanUp);
    const filledInMemory = await fillStore(sqliteIn(await inMemoryDir(cleanUp)), count);
    const hosts = Array.from({ length: certificates }, (_, index) => hostAt(index));
    await storeCertificates(filledInMemory, dir, hosts);
    const filled = copyStore(filledInMemory, dir);
    const env = {
      NAMEPLATE_EDGE_HTTPS_PORT: String(await freePort()),
      NAMEPLATE_ACME: 'off',
      NAMEPLATE_EDGE_HOSTNAME: 'edge.example.com',
    };
    const name = `Nameplate, ${certificates} certificates`;
    const nameplate = await startNameplate({ name, dir, filled, workers: 1, env }, cleanUp);
    const { pid, startMs, tlsPort } = nameplate;
    const [worker = pid] = workersOf(pid);
    if (certificates > 0) {
      const asked = hosts.filter((_, index) => index % Math.ceil(count / hostsAsked) === 0);
      await handshakeMs(tlsPort, asked[0] ?? '');
      const first: number[] = [];
      const warm: number[] = [];
      for (const host of asked.slice(1)) {
        first.push(await handshakeMs(tlsPort, host));
        warm.push(await handshakeMs(tlsPort, host));
      }
      firstMs = median(first);
      warmMs = median(warm);
    }
    const mainMb = megabytesOf(applicationOf(pid));
    rows.push({ certificates, startMs, mainMb, workerMb: megabytesOf(worker) });
    await nameplate.stop();
  }
  return {
    section: {
      heading: `A store with ${formatNumber(count)} certificates`,
      note: `First handshake of a host ${formatNumber(firstMs, 2)} ms, the next ${formatNumber(warmMs, 2)} ms (medians of ${hostsAsked} hosts, client included).`,
      table: {
        columns: ['certificates', 'start ms', 'application process MB', 'worker MB'],
        rows: rows.map((row) => [
          formatNumber(row.certificates),
          formatNumber(row.startMs),
          formatNumber(row.mainMb),
          formatNumber(row.workerMb),
        ]),
      },
    },
    targets: [
      atMost('first handshake of a host, over a warm one', firstMs - warmMs, targetFirstHandshakeMs, 'ms', 2),
      atMost(
        'start with certificates, over the start without them',
        (rows[1]?.startMs ?? Number.NaN) / (rows[0]?.startMs ?? Number.NaN),
        1.2,
        '×',
        2,
      ),
    ],
    figures: { rows, firstMs, warmMs },
  };
}

function megabytesOf(pid: number): number {
  return memoryOf(pid).rssBytes / 1e6;
}

function handshakeMs(port: number, servername: string): Promise<number> {
  const startTick = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false }, () => {
      resolve(performance.now() - startTick);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

function section(heading: string, rate: string, figures: readonly Figure[]): Section {
  const ours = figures.find(({ name }) => name === oursName)?.cpuMicros ?? Number.NaN;
  return {
    heading,
    table: {
      columns: ['server', 'CPU µs each', rate, 'ours ×', 'failures'],
      rows: figures.map(({ name, cpuMicros, perSecond, failures }) => [
        name,
        formatNumber(cpuMicros, 1),
        formatNumber(perSecond),
        formatNumber(ours / cpuMicros, 2),
        formatNumber(failures),
      ]),
    },
  };
}
