/**
 * What a pageview costs that is accepted: judged, its visitor made out, in the spool, answered 202. Against a bare
 * `node:http` server that appends the body to a file.
 * Run: `node bench/collect.ts [--rounds 3] [--seconds 5] [--hosts 10000] …`
 */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CleanUp } from '../src/service/clean-up.ts';
import { freePort } from '../test/support/free-port.ts';
import { workersOf } from '../test/support/proc.ts';
import { acceptsConnections, scriptCommand, startProgram } from './support/child.ts';
import { type Contestant, compare, type Outcome, type Work } from './support/load.ts';
import { addCustomDomain, fillStore, sqliteIn, startNameplate } from './support/nameplate.ts';
import { describeLoad, readLoadOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const host = 'shop.customers.example';
const bareName = 'node:http, appends to a file';
const oursName = 'Nameplate, 1 worker';
const work: Work = {
  path: '/.nameplate/event',
  headers: { Host: host },
  script: fileURLToPath(new URL('support/events.lua', import.meta.url)),
};

await runBenchmark(async (cleanUp) => {
  const options = readLoadOptions({ hosts: 10_000 });
  const machine = describeMachine();
  const contestants = [await startOurs(options.further.hosts, cleanUp), await startBare(cleanUp)];
  const outcomes = await compare('events', contestants, options);
  const bare = outcomes.find(({ name }) => name === bareName)?.cpuMicros ?? Number.NaN;
  publishReport(
    {
      name: 'collect',
      title: 'What an accepted pageview costs',
      method:
        `Events of trackers, as browsers send them, for one custom domain beside ${formatNumber(options.further.hosts)} redirects. ` +
        `${describeLoad(options)} Nameplate's CPU is of its worker; "and storing" has its other processes with it, which ships ` +
        'pageviews and records of requests to the analytics store meanwhile, mostly falling behind the flood. Each event ' +
        'is also recorded as a request. Failures are answers other than 202.',
      sections: [
        {
          heading: 'Keep-alive',
          table: {
            columns: ['server', 'CPU µs an event', 'and storing', 'events/s', '× node:http', 'failures'],
            rows: outcomes.map((outcome) => row(outcome, bare)),
          },
        },
      ],
      targets: [
        atMost(
          'a pageview accepted, keep-alive, CPU',
          (outcomes.find(({ name }) => name === oursName)?.cpuMicros ?? Number.NaN) / bare,
          0.9,
          '× a bare server that appends it',
          2,
        ),
      ],
      figures: { options, outcomes },
    },
    machine,
  );
});

async function startOurs(hosts: number, cleanUp: CleanUp): Promise<Contestant> {
  const dir = await diskDir(cleanUp);
  const filled = await fillStore(sqliteIn(dir), hosts);
  await addCustomDomain(filled, host, 1, 'manual');
  const env = { NAMEPLATE_EVENT_RATE_LIMIT: '0' };
  const ours = await startNameplate({ name: oursName, dir, filled, workers: 1, env }, cleanUp);
  const [worker] = workersOf(ours.pid);
  if (worker === undefined) throw new Error('there is no worker');
  return { name: oursName, pid: worker, databasePid: ours.pid, port: ours.edgePort, work };
}

async function startBare(cleanUp: CleanUp): Promise<Contestant> {
  const dir = await diskDir(cleanUp);
  const port = await freePort();
  const file = join(dir, 'events');
  const { pid } = await startProgram(
    {
      name: bareName,
      ...scriptCommand(new URL('peers/bare-append.ts', import.meta.url), [String(port), file]),
      dir,
      isReady: () => acceptsConnections(port),
    },
    cleanUp,
  );
  return { name: bareName, pid, port, work, afterEach: () => truncateSync(file) };
}

function row(outcome: Outcome, bareCpuMicros: number): string[] {
  const { name, cpuMicros, databaseCpuMicros, requestsPerSecond, failures } = outcome;
  return [
    name,
    formatNumber(cpuMicros, 1),
    Number.isNaN(databaseCpuMicros) ? '–' : formatNumber(databaseCpuMicros, 1),
    formatNumber(requestsPerSecond),
    formatNumber(cpuMicros / bareCpuMicros, 2),
    formatNumber(failures),
  ];
}
