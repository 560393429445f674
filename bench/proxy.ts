/**
 * What a proxied request costs, with 200 bytes and with 1 MB of answer, against nginx, Caddy and http-proxy-3.
 * Run: `node bench/proxy.ts [--rounds 3] [--seconds 5] [--hosts 10000] …`
 */
import { truncateSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CleanUp } from '../src/service/clean-up.ts';
import { freePort } from '../test/support/free-port.ts';
import { startCaddy } from './peers/caddy.ts';
import { startNginx } from './peers/nginx.ts';
import { bigBytes, smallBytes, startOrigin } from './peers/origin.ts';
import { acceptsConnections, scriptCommand, startProgram } from './support/child.ts';
import { ask } from './support/http.ts';
import { type Contestant, compare, type Outcome } from './support/load.ts';
import { addCustomDomain, fillStore, sqliteIn, startNameplate } from './support/nameplate.ts';
import { describeLoad, readLoadOptions } from './support/options.ts';
import { describeMachine, publishReport, type Section } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir, inMemoryDir } from './support/temp-dir.ts';
import { findTool } from './support/tools.ts';
import { atMost } from './support/verdict.ts';

const oursName = 'Nameplate, 1 worker';
const nginxName = 'nginx, access log';
const caddyName = 'Caddy, access log';
const nodeName = 'http-proxy-3';
const host = 'app.customer.example';
const sizes = { '/small': smallBytes, '/big': bigBytes };

await runBenchmark(async (cleanUp) => {
  const options = readLoadOptions({ hosts: 10_000 });
  const machine = describeMachine();
  const nginx = findTool('nginx');
  if (nginx === undefined) throw new Error('without nginx there is nothing to proxy to');
  const originPort = await freePort();
  await startOrigin({ command: nginx, dir: await diskDir(cleanUp), port: originPort }, cleanUp);
  const contestants = [
    ...(await startOurs(originPort, options.further.hosts, cleanUp)),
    ...(await startPeers(originPort, cleanUp)),
  ];
  const small = await compare('200 bytes', contestants, options);
  const big = await compare('1 MB', contestants.map(askingForBig), options);
  const caddyBig = cpuOf(big, caddyName);
  publishReport(
    {
      name: 'proxy',
      title: 'What a proxied request costs',
      method:
        `GET in clear text, connections kept on both sides. ${describeLoad(options)} The upstream is an nginx of its ` +
        `own, whose CPU is not counted. Nameplate finds the custom domain among ${formatNumber(options.further.hosts)} ` +
        'hosts, records every request for analytics, and ships the records while it runs: that is in its CPU. The ' +
        'peers have one rule for every host.',
      sections: [section('An answer of 200 bytes', small), section('An answer of 1 MB', big)],
      targets: [
        atMost(
          'a proxied request of 200 bytes, CPU',
          cpuOf(small, oursName) / cpuOf(small, nginxName),
          2.3,
          '× nginx, access log',
          2,
        ),
        atMost(
          'the same with 1 MB, recorded: no more than Caddy with its access log',
          cpuOf(big, oursName),
          caddyBig,
          'µs of CPU',
        ),
      ],
      figures: { options, small, big },
    },
    machine,
  );
});

async function startOurs(originPort: number, hosts: number, cleanUp: CleanUp): Promise<Contestant[]> {
  const contestants: Contestant[] = [];
  for (const workers of [1, 2]) {
    const dir = await diskDir(cleanUp);
    const filled = await fillStore(sqliteIn(dir), hosts);
    await addCustomDomain(filled, host, originPort);
    const name = workers === 1 ? oursName : `Nameplate, ${workers} workers`;
    const { pid, edgePort } = await startNameplate({ name, dir, filled, workers }, cleanUp);
    contestants.push(await checked(name, pid, edgePort));
  }
  return contestants;
}

async function startPeers(originPort: number, cleanUp: CleanUp): Promise<Contestant[]> {
  const dir = await diskDir(cleanUp);
  const logDir = await inMemoryDir(cleanUp);
  const contestants: Contestant[] = [];
  for (const { tool, product, start } of [
    { tool: 'nginx', product: 'nginx', start: startNginx },
    { tool: 'caddy', product: 'Caddy', start: startCaddy },
  ] as const) {
    const command = findTool(tool);
    if (command === undefined) continue;
    for (const accessLog of [null, join(logDir, `${tool}.log`)]) {
      const port = await freePort();
      const name = accessLog === null ? product : `${product}, access log`;
      const { pid } = await start({ name, command, dir, port, accessLog, originPort }, cleanUp);
      const contestant = await checked(name, pid, port);
      // Memory must not fill up with it.
      contestants.push(
        accessLog === null ? contestant : { ...contestant, afterEach: () => truncateSync(accessLog) },
      );
    }
  }
  const packagePath = findHttpProxy();
  if (packagePath === undefined) return contestants;
  const port = await freePort();
  const args = [packagePath, String(port), String(originPort)];
  const { pid } = await startProgram(
    {
      name: nodeName,
      ...scriptCommand(new URL('peers/http-proxy-3.ts', import.meta.url), args),
      dir,
      isReady: () => acceptsConnections(port),
    },
    cleanUp,
  );
  return [...contestants, await checked(nodeName, pid, port)];
}

function askingForBig(contestant: Contestant): Contestant {
  return { ...contestant, work: { ...contestant.work, path: '/big' } };
}

function findHttpProxy(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(nodeName);
  } catch {
    console.error(`\n*** ${nodeName} is NOT INSTALLED and left out: npm install --prefix bench\n`);
    return undefined;
  }
}

/** Answers a contestant after it has given the right answers once. */
async function checked(name: string, pid: number, port: number): Promise<Contestant> {
  for (const [path, bytes] of Object.entries(sizes)) {
    const { status, body } = await ask({ port, path, headers: { host } });
    if (status !== 200 || body.length !== bytes) {
      throw new Error(`${name} answered ${path} with ${status} and ${body.length} bytes`);
    }
  }
  return { name, pid, port, work: { path: '/small', headers: { Host: host } } };
}

function section(heading: string, outcomes: readonly Outcome[]): Section {
  const peers = [nginxName, caddyName, nodeName];
  return {
    heading,
    table: {
      columns: ['server', 'CPU µs a request', 'requests/s', ...peers.map((peer) => `× ${peer}`), 'failures'],
      rows: outcomes.map(({ name, cpuMicros, requestsPerSecond, failures }) => [
        name,
        formatNumber(cpuMicros, 1),
        formatNumber(requestsPerSecond),
        ...peers.map((peer) => formatNumber(cpuMicros / cpuOf(outcomes, peer), 2)),
        formatNumber(failures),
      ]),
    },
  };
}

function cpuOf(outcomes: readonly Outcome[], name: string): number {
  return outcomes.find((outcome) => outcome.name === name)?.cpuMicros ?? Number.NaN;
}
