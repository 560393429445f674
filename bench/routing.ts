/**
 * What a million redirects cost: time until the workers serve, memory, and how soon a write is live on all of them.
 * Run: `node bench/routing.ts [--redirects 1000000] [--workers 2] [--writes 200]`
 */
import { join } from 'node:path';
import { childrenOf, type Memory, memoryOf, workersOf } from '../test/support/proc.ts';
import { runTool, scriptCommand } from './support/child.ts';
import { ask } from './support/http.ts';
import { destinationAt, fillStore, hostAt, type Nameplate, startNameplate } from './support/nameplate.ts';
import { readOptions } from './support/options.ts';
import { PeakAnonymous } from './support/peak-anonymous.ts';
import { connectToEach } from './support/pinned-connections.ts';
import { describeMachine, publishReport, type Section } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost, type Target } from './support/verdict.ts';
import { probeWrites, summariseProbes } from './support/write-probe.ts';

const targetStartSeconds = 5;
const targetWorkerMegabytes = 400;
const targetPeakMegabytes = 500;
const targetWriteMs = 20;

type LoadAlone = { readonly loadMs: number; readonly size: number; readonly memory: Memory };
type WriteSummaries = ReturnType<typeof summariseProbes>;
type ProcessMemory = {
  readonly name: string;
  readonly atStart: Memory;
  readonly afterWrites: Memory;
  /** While it started; NaN for others than workers. */
  readonly peakAnonymousBytes: number;
};

await runBenchmark(async (cleanUp) => {
  const options = readOptions({ redirects: 1_000_000, workers: 2, writes: 200 });
  const { redirects, workers, writes } = options;
  const machine = describeMachine();
  const dir = await diskDir(cleanUp);
  const databasePath = join(dir, 'control.db');
  console.error(`creating ${formatNumber(redirects)} redirects`);
  const fillTick = performance.now();
  const filled = await fillStore({ kind: 'sqlite', path: databasePath }, redirects);
  const fillMs = performance.now() - fillTick;
  console.error(`created in ${formatNumber(fillMs / 1000, 1)} s; loading them in one process`);
  const alone = await loadAlone(databasePath, redirects);

  console.error(`starting the service with ${workers} workers`);
  using peaks = new PeakAnonymous();
  const service = await startNameplate({ name: 'Nameplate', dir, filled, workers }, cleanUp);
  const workerPids = workersOf(service.pid);
  if (workerPids.length !== workers) throw new Error(`${workerPids.length} workers run, not ${workers}`);
  const children = childrenOf(service.pid);
  const pids = [service.pid, ...children];
  const nameOf = (pid: number): string => {
    if (pid === service.pid) return 'supervisor';
    const worker = workerPids.indexOf(pid);
    return worker < 0 ? 'application' : `worker ${worker}`;
  };
  const atStart = pids.map(memoryOf);
  await expectRedirect(service, redirects - 1);
  console.error(`serving after ${formatNumber(service.startMs)} ms; ${writes} writes`);
  const connections = await connectToEach(service.edgePort, workerPids, cleanUp);
  const summaries = summariseProbes(await probeWrites(service, connections, writes, cleanUp));
  const afterWrites = pids.map(memoryOf);
  const memory = pids.map((pid, index) => ({
    name: nameOf(pid),
    atStart: atStart[index] ?? memoryOf(pid),
    afterWrites: afterWrites[index] ?? memoryOf(pid),
    peakAnonymousBytes: peaks.bytesOf(pid),
  }));

  publishReport(
    {
      name: 'routing',
      title: `What ${formatNumber(redirects)} redirects cost`,
      method:
        `A SQLite control store with ${formatNumber(redirects)} redirects, each to a destination of its own; the ` +
        `service with ${workers} workers. Writes are made one at a time; each is followed at once by a request to ` +
        'every worker over a connection established before.',
      sections: [
        startSection(fillMs, alone, service.startMs),
        memorySection(memory),
        writeSection(summaries),
      ],
      targets: targets(service.startMs, memory, summaries),
      figures: { options, fillMs, alone, startMs: service.startMs, memory, writes: summaries },
    },
    machine,
  );
});

async function loadAlone(databasePath: string, redirects: number): Promise<LoadAlone> {
  const { command, args } = scriptCommand(new URL('support/load-table.ts', import.meta.url), [databasePath]);
  const alone: LoadAlone = JSON.parse(await runTool(command, args));
  if (alone.size !== redirects) throw new Error(`the table has ${alone.size} routes, not ${redirects}`);
  return alone;
}

async function expectRedirect(service: Nameplate, index: number): Promise<void> {
  const { headers } = await ask({ port: service.edgePort, path: '/a', headers: { host: hostAt(index) } });
  if (headers.location !== `${destinationAt(index)}/a`) throw new Error(`${hostAt(index)} is not served`);
}

function startSection(fillMs: number, alone: LoadAlone, startMs: number): Section {
  return {
    heading: 'Time',
    table: {
      columns: ['', 'seconds'],
      rows: [
        ['creating the redirects, in batches of 5,000', formatNumber(fillMs / 1000, 1)],
        ['loading the routing table, alone in one process', formatNumber(alone.loadMs / 1000, 2)],
        ['from the start of the program until all workers listen', formatNumber(startMs / 1000, 2)],
      ],
    },
  };
}

function memorySection(memory: readonly ProcessMemory[]): Section {
  return {
    heading: 'Resident memory, MB',
    note:
      'RSS counts pages that processes share in full in each, PSS in equal parts. The peak of RSS has the pages of the store’s file, which is ' +
      'mapped while routes are loaded; the peak of anonymous memory has none of any file. 1 MB is 10⁶ bytes.',
    table: {
      columns: [
        'process',
        'RSS at start',
        'PSS at start',
        'RSS after writes',
        'PSS after writes',
        'peak RSS',
        'peak anonymous',
      ],
      rows: memory.map(({ name, atStart, afterWrites, peakAnonymousBytes }) => [
        name,
        ...[
          atStart.rssBytes,
          atStart.pssBytes,
          afterWrites.rssBytes,
          afterWrites.pssBytes,
          afterWrites.peakRssBytes,
          peakAnonymousBytes,
        ].map((bytes) => formatNumber(bytes / 1e6)),
      ]),
    },
  };
}

function writeSection({ kinds, all }: WriteSummaries): Section {
  return {
    heading: 'Writes through the API, ms',
    note: '“Seen” is when every worker has answered a request that was sent after the answer to the write.',
    table: {
      columns: [
        'write',
        'count',
        'answered p50',
        'answered p99',
        'seen p50',
        'seen p99',
        'not live at first request',
      ],
      rows: [...kinds, all].map((summary) => [
        summary.kind,
        formatNumber(summary.count),
        formatNumber(summary.writeMsP50, 1),
        formatNumber(summary.writeMsP99, 1),
        formatNumber(summary.seenMsP50, 1),
        formatNumber(summary.seenMsP99, 1),
        formatNumber(summary.stale),
      ]),
    },
  };
}

function targets(startMs: number, memory: readonly ProcessMemory[], { all }: WriteSummaries): Target[] {
  const ofWorkers = memory.filter(({ name }) => name.startsWith('worker'));
  const most = (bytes: (worker: ProcessMemory) => number) => Math.max(...ofWorkers.map(bytes)) / 1e6;
  return [
    atMost('from the start until all workers listen', startMs / 1000, targetStartSeconds, 's', 2),
    atMost(
      'RSS of the largest worker once loaded',
      most(({ atStart }) => atStart.rssBytes),
      targetWorkerMegabytes,
      'MB',
      0,
    ),
    atMost(
      'anonymous memory of the largest worker while it loads',
      most(({ peakAnonymousBytes }) => peakAnonymousBytes),
      targetPeakMegabytes,
      'MB',
      0,
    ),
    atMost('a write live on all workers, p99 as seen', all.seenMsP99, targetWriteMs, 'ms'),
    {
      claim: 'every write is live on every worker at the first request after its answer',
      measured: `${all.stale} of ${all.count} were not`,
      isMet: all.stale === 0,
    },
  ];
}
