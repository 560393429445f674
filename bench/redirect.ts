/**
 * What a redirect costs: a 301 of one host among 10,000, against nginx, Caddy and a bare `node:http` server.
 * Run: `node bench/redirect.ts [--rounds 3] [--seconds 5] [--hosts 10000] …`
 */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { CleanUp } from '../src/service/clean-up.ts';
import { freePort } from '../test/support/free-port.ts';
import { startCaddy } from './peers/caddy.ts';
import { startNginx } from './peers/nginx.ts';
import { acceptsConnections, scriptCommand, startProgram } from './support/child.ts';
import { ask } from './support/http.ts';
import { type Contestant, compare, type Outcome } from './support/load.ts';
import {
  addCustomDomain,
  destinationAt,
  fillStore,
  hostAt,
  sqliteIn,
  startNameplate,
} from './support/nameplate.ts';
import { describeLoad, readLoadOptions } from './support/options.ts';
import { describeMachine, publishReport, type Section } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir, inMemoryDir } from './support/temp-dir.ts';
import { findTool } from './support/tools.ts';
import { atMost } from './support/verdict.ts';

const path = '/some/path?x=1';
const peerOrigin = 'https://dest.example';
const bareName = 'node:net, a fixed answer';
const nginxName = 'nginx, access log';
const caddyName = 'Caddy, access log';
const oursName = 'Nameplate, 1 worker';

await runBenchmark(async (cleanUp) => {
  const options = readLoadOptions({ hosts: 10_000 });
  const machine = describeMachine();
  const contestants = [
    ...(await startOurs(options.further.hosts, cleanUp)),
    ...(await startPeers(hostAt(0), cleanUp)),
  ];
  const keptAlive = await compare('keep-alive', contestants, options);
  const closing = contestants.map((contestant) => withHeader(contestant, 'Connection', 'close'));
  const closed = await compare('connection: close', closing, options);
  publishReport(
    {
      name: 'redirect',
      title: 'What a redirect costs',
      method:
        `A 301 in clear text, of one host among ${formatNumber(options.further.hosts)}. ${describeLoad(options)} ` +
        'The peers have one rule, for every host: their best case. Nameplate records every request for analytics, and ships the records while it runs: that is in its CPU.',
      sections: [
        section('Keep-alive', 'Connections are reused for as long as the run lasts.', keptAlive),
        section('A new connection for each request', 'As visitors of redirects seldom come twice.', closed),
      ],
      targets: [
        atMost('a redirect, keep-alive, CPU', ratio(keptAlive, nginxName), 2.7, '× nginx, access log', 2),
        atMost('the same', ratio(keptAlive, caddyName), 0.5, '× Caddy, access log', 2),
        atMost('a redirect on a new connection, CPU', ratio(closed, nginxName), 3, '× nginx, access log', 2),
      ],
      figures: { options, keepAlive: keptAlive, connectionClose: closed },
    },
    machine,
  );
});

async function startOurs(hosts: number, cleanUp: CleanUp): Promise<Contestant[]> {
  const index = Math.floor(hosts / 2);
  const contestants: Contestant[] = [];
  for (const workers of [1, 2]) {
    const dir = await diskDir(cleanUp);
    const filled = await fillStore(sqliteIn(dir), hosts);
    await addCustomDomain(filled, hostAt(index), 1);
    const name = workers === 1 ? oursName : `Nameplate, ${workers} workers`;
    const { pid, edgePort } = await startNameplate({ name, dir, filled, workers }, cleanUp);
    contestants.push(await checked(name, pid, edgePort, hostAt(index), destinationAt(index)));
  }
  return contestants;
}

async function startPeers(host: string, cleanUp: CleanUp): Promise<Contestant[]> {
  const dir = await diskDir(cleanUp);
  const logDir = await inMemoryDir(cleanUp);
  const contestants: Contestant[] = [];
  for (const { tool, start } of [
    { tool: 'nginx', start: startNginx },
    { tool: 'caddy', start: startCaddy },
  ] as const) {
    const command = findTool(tool);
    if (command === undefined) continue;
    for (const accessLog of [null, join(logDir, `${tool}.log`)]) {
      const port = await freePort();
      const product = tool === 'caddy' ? 'Caddy' : tool;
      const name = accessLog === null ? product : `${product}, access log`;
      const { pid } = await start({ name, command, dir, port, accessLog }, cleanUp);
      const contestant = await checked(name, pid, port, host, peerOrigin);
      // Memory must not fill up with it.
      contestants.push(
        accessLog === null ? contestant : { ...contestant, afterEach: () => truncateSync(accessLog) },
      );
    }
  }
  for (const { name, script } of [
    { name: 'node:http, no logic', script: new URL('peers/bare-http.ts', import.meta.url) },
    { name: bareName, script: new URL('peers/bare-net.ts', import.meta.url) },
  ]) {
    const port = await freePort();
    const command = scriptCommand(script, [String(port)]);
    const isReady = () => acceptsConnections(port);
    const { pid } = await startProgram({ name, ...command, dir, isReady }, cleanUp);
    contestants.push(await checked(name, pid, port, host, peerOrigin));
  }
  return contestants;
}

/** Answers a contestant after it has given the right answer once. */
async function checked(
  name: string,
  pid: number,
  port: number,
  host: string,
  origin: string,
): Promise<Contestant> {
  const { status, headers } = await ask({ port, path, headers: { host } });
  if (status !== 301 || headers.location !== origin + path) {
    throw new Error(`${name} answered ${status} with Location ${headers.location}`);
  }
  return { name, pid, port, work: { path, headers: { Host: host } } };
}

function withHeader(contestant: Contestant, name: string, value: string): Contestant {
  const { work } = contestant;
  return { ...contestant, work: { ...work, headers: { ...work.headers, [name]: value } } };
}

function section(heading: string, note: string, outcomes: readonly Outcome[]): Section {
  const peers = [nginxName, caddyName, bareName];
  return {
    heading,
    note,
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

function ratio(outcomes: readonly Outcome[], peer: string): number {
  return cpuOf(outcomes, oursName) / cpuOf(outcomes, peer);
}

function cpuOf(outcomes: readonly Outcome[], name: string): number {
  return outcomes.find((outcome) => outcome.name === name)?.cpuMicros ?? Number.NaN;
}
