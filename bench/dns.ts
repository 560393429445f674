/**
 * How many custom domains' DNS records are checked a second while some name servers are silent, and what one silent
 * domain with many hosts costs the others.
 * Run: `node bench/dns.ts [--rounds 3] [--seconds 20] [--silent 10] …`
 */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { ControlStore } from '../src/control/store.ts';
import { systemClock } from '../src/core/clock.ts';
import { DnsCheck } from '../src/dns/check.ts';
import { EdgeAddresses } from '../src/dns/edge-addresses.ts';
import { DnsResolver } from '../src/dns/resolver.ts';
import { type CheckQueue, DomainVerifier } from '../src/dns/verifier.ts';
import type { CustomDomain } from '../src/features/custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../src/features/custom-domains/custom-domain-store.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { scriptCommand, startProgram } from './support/child.ts';
import { addCustomDomains, copyStore, type FilledStore, fillStore, sqliteIn } from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { median } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atLeast, atMost } from './support/verdict.ts';

const targetRate = 50;
/** One time-out, and some. */
const targetWaitSeconds = 10;
const warmUpMs = 10_000;
const pollMs = 50;
const edgeHostname = 'edge.nameplate.example';

/** How checks were made before, and are now. */
const contestants = [
  { name: '8 at a time', concurrency: 8 },
  { name: 'as built', concurrency: undefined },
] as const;
type Contestant = (typeof contestants)[number];

type Round = { readonly perSecond: number; readonly cpuMicros: number; readonly wrong: number };
type Counted = CheckQueue<CustomDomain> & { decided: number; undecided: number; wrong: number };

await runBenchmark(async (cleanUp) => {
  const options = readOptions(
    { rounds: 3, seconds: 20, domains: 6_000, silent: 10, hosts: 2_000, others: 200, 'answer-ms': 20 },
    { silent: 'zero' },
  );
  const machine = describeMachine();
  const server = await startDnsServer(options['answer-ms'], cleanUp);
  const mixed = await fillDomains(cleanUp, mixedHosts(options.domains, options.silent));
  const rounds = new Map<Contestant, Round[]>(contestants.map((contestant) => [contestant, []]));
  for (let round = 1; round <= options.rounds; round++) {
    for (const [contestant, taken] of rounds) {
      const result = await measureRate(contestant, mixed, server, options.seconds * 1000, cleanUp);
      taken.push(result);
      console.error(`round ${round}: ${contestant.name}: ${formatNumber(result.perSecond, 1)} checks/s`);
    }
  }
  const crowded = await fillDomains(cleanUp, crowdedHosts(options.hosts, options.others));
  const waitSeconds = await measureWait(crowded, options.others, server, cleanUp);
  const figures = [...rounds].map(([{ name }, taken]) => ({
    name,
    perSecond: median(taken.map(({ perSecond }) => perSecond)),
    cpuMicros: median(taken.map(({ cpuMicros }) => cpuMicros)),
    wrong: taken.reduce((sum, { wrong }) => sum + wrong, 0),
  }));
  const built = figures.find(({ name }) => name === 'as built');
  publishReport(
    {
      name: 'dns',
      title: 'DNS checks while name servers are silent',
      method:
        `${formatNumber(options.domains)} custom domains that are due, ${options.silent} % of them on name servers that never ` +
        `answer, the others after ${options['answer-ms']} ms; SQLite on disk, one process. Counted for ${options.seconds} s after ` +
        `${warmUpMs / 1000} s, in turn, median of ${options.rounds}. Then ${formatNumber(options.hosts)} hosts of one silent ` +
        `domain are due before ${formatNumber(options.others)} others.`,
      sections: [
        {
          heading: 'Checks',
          table: {
            columns: ['checks', 'a second', 'CPU µs a check', 'wrong'],
            rows: figures.map(({ name, perSecond, cpuMicros, wrong }) => [
              name,
              formatNumber(perSecond, 1),
              formatNumber(cpuMicros),
              formatNumber(wrong),
            ]),
          },
        },
      ],
      targets: [
        atLeast(
          `checks with ${options.silent} % silent`,
          built?.perSecond ?? Number.NaN,
          targetRate,
          'a second',
        ),
        atMost('the others are checked beside one silent domain', waitSeconds, targetWaitSeconds, 's'),
      ],
      figures: { options, checks: figures, waitSeconds },
    },
    machine,
  );
});

/** Checks a second and their CPU, once silent name servers have had time to fill all places. */
async function measureRate(
  contestant: Contestant,
  filled: FilledStore,
  server: string,
  durationMs: number,
  cleanUp: CleanUp,
): Promise<Round> {
  await using checks = await startChecks(contestant, filled, server, cleanUp);
  const { counted } = checks;
  await delay(warmUpMs);
  const before = counted.decided + counted.undecided;
  const cpuBefore = process.cpuUsage();
  const startTick = performance.now();
  await delay(durationMs);
  const done = counted.decided + counted.undecided - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  const seconds = (performance.now() - startTick) / 1000;
  return { perSecond: done / seconds, cpuMicros: (user + system) / done, wrong: counted.wrong };
}

/** Seconds until all hosts that are not silent have been checked. */
async function measureWait(
  filled: FilledStore,
  others: number,
  server: string,
  cleanUp: CleanUp,
): Promise<number> {
  await using checks = await startChecks(contestants[1], filled, server, cleanUp);
  const startTick = performance.now();
  const giveUpTick = startTick + 6 * targetWaitSeconds * 1000;
  while (checks.counted.decided < others) {
    if (performance.now() > giveUpTick) return Number.POSITIVE_INFINITY;
    await delay(pollMs);
  }
  return (performance.now() - startTick) / 1000;
}

async function startChecks(
  { concurrency }: Contestant,
  filled: FilledStore,
  server: string,
  cleanUp: CleanUp,
): Promise<AsyncDisposable & { readonly counted: Counted }> {
  const { location } = copyStore(filled, await diskDir(cleanUp));
  const store = await ControlStore.open(location, systemClock);
  const openResolver = (signal: AbortSignal) => new DnsResolver([server], signal);
  const place = { publicHostname: edgeHostname, publicAddresses: [] };
  const edge = new EdgeAddresses(place, openResolver, systemClock);
  const counted = count(new CustomDomains(store));
  const verifier = new DomainVerifier(counted, new DnsCheck({ edge, openResolver }), {
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    ...(concurrency !== undefined && { concurrency }),
  });
  edge.start();
  verifier.start();
  return {
    counted,
    [Symbol.asyncDispose]: async () => {
      edge[Symbol.dispose]();
      await verifier[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** The store's queue of checks, and what they found. */
function count(queue: CheckQueue<CustomDomain>): Counted {
  const counted: Counted = {
    decided: 0,
    undecided: 0,
    wrong: 0,
    accountsDue: (now) => queue.accountsDue(now),
    takeDue: (...args) => queue.takeDue(...args),
    findAnywhere: (uuid) => queue.findAnywhere(uuid),
    needsProof: (domain) => queue.needsProof(domain),
    isProxied: (domain) => queue.isProxied(domain),
    recordCheck: async (checked, result) => {
      const stored = await queue.recordCheck(checked, result);
      const isFound = result.status === 'dns_records_found';
      if (isFound) counted.decided += 1;
      else counted.undecided += 1;
      if (isFound === checked.host.includes('silent')) counted.wrong += 1;
      return stored;
    },
  };
  return counted;
}

async function fillDomains(cleanUp: CleanUp, hosts: readonly string[]): Promise<FilledStore> {
  const filled = await fillStore(sqliteIn(await diskDir(cleanUp)), 0);
  await addCustomDomains(filled, hosts, 80);
  return filled;
}

/** Each host of a registered domain of its own. */
function mixedHosts(domains: number, silentPercent: number): string[] {
  return Array.from({ length: domains }, (_, index) =>
    index % 100 < silentPercent ? `shop.silent-${index}.example` : `shop.customer-${index}.example`,
  );
}

/** The hosts of one silent domain, and then others. */
function crowdedHosts(hosts: number, others: number): string[] {
  return [
    ...Array.from({ length: hosts }, (_, index) => `shop-${index}.silent.example`),
    ...Array.from({ length: others }, (_, index) => `shop.customer-${index}.example`),
  ];
}

/** Starts a DNS server and returns where it is. */
async function startDnsServer(answerMs: number, cleanUp: CleanUp): Promise<string> {
  const port = await freeUdpPort();
  const dir = await diskDir(cleanUp);
  const server = `127.0.0.1:${port}`;
  const args = [String(port), String(answerMs), edgeHostname];
  await startProgram(
    {
      name: 'dns-server',
      ...scriptCommand(new URL('support/dns-responder.ts', import.meta.url), args),
      dir,
      isReady: async () => (await new DnsResolver([server]).a(edgeHostname)).kind === 'found',
    },
    cleanUp,
  );
  return server;
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}
