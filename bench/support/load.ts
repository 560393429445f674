/** Puts load on a server with wrk, and counts what it cost. */

import { treeCpuMicros } from '../../test/support/proc.ts';
import { runTool } from './child.ts';
import { median } from './statistics.ts';
import { formatNumber } from './table.ts';

export type LoadOptions = {
  readonly wrk: string;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
  readonly threads: number;
  readonly rounds: number;
};

/** What is asked for; the host and port are the contestant's. */
export type Work = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A Lua script for wrk; it gets a word that is another one each time. */
  readonly script?: string;
};

export type Contestant = {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly work: Work;
  /** A database server whose CPU is counted too, apart from the contestant's own. */
  readonly databasePid?: number;
  /** Called after each measurement. */
  readonly afterEach?: () => void;
};

export type Measurement = {
  readonly cpuMicros: number;
  readonly databaseCpuMicros: number;
  readonly requestsPerSecond: number;
  /** Answers other than 2xx and 3xx, and requests without an answer. */
  readonly failures: number;
};

export type Outcome = Measurement & { readonly name: string; readonly rounds: readonly Measurement[] };

/** Measures all in turn, `rounds` times; answers medians, in the order of the contestants. */
export async function compare(
  title: string,
  contestants: readonly Contestant[],
  options: LoadOptions,
): Promise<Outcome[]> {
  const taken = contestants.map((contestant) => ({ contestant, rounds: [] as Measurement[] }));
  for (let round = 1; round <= options.rounds; round++) {
    for (const { contestant, rounds } of taken) {
      const measurement = await measure(contestant, options);
      rounds.push(measurement);
      const { cpuMicros, requestsPerSecond } = measurement;
      console.error(
        `${title}, round ${round} of ${options.rounds}: ${contestant.name}: ` +
          `${formatNumber(cpuMicros, 1)} µs, ${formatNumber(requestsPerSecond)}/s`,
      );
    }
  }
  return taken.map(({ contestant, rounds }) => ({
    name: contestant.name,
    cpuMicros: median(rounds.map((round) => round.cpuMicros)),
    databaseCpuMicros: median(rounds.map((round) => round.databaseCpuMicros)),
    requestsPerSecond: median(rounds.map((round) => round.requestsPerSecond)),
    failures: rounds.reduce((sum, round) => sum + round.failures, 0),
    rounds,
  }));
}

async function measure(contestant: Contestant, options: LoadOptions): Promise<Measurement> {
  await runWrk(contestant, options, options.warmUpSeconds);
  const cpuBefore = treeCpuMicros(contestant.pid);
  const databaseCpuBefore = databaseCpuMicros(contestant);
  const { requests, seconds, failures } = await runWrk(contestant, options, options.seconds);
  const cpu = treeCpuMicros(contestant.pid) - cpuBefore;
  const databaseCpu = databaseCpuMicros(contestant) - databaseCpuBefore;
  contestant.afterEach?.();
  return {
    cpuMicros: cpu / requests,
    databaseCpuMicros: databaseCpu / requests,
    requestsPerSecond: requests / seconds,
    failures,
  };
}

function databaseCpuMicros({ databasePid }: Contestant): number {
  return databasePid === undefined ? Number.NaN : treeCpuMicros(databasePid);
}

let runs = 0;

async function runWrk(contestant: Contestant, options: LoadOptions, seconds: number) {
  const { path, headers, script } = contestant.work;
  const word = `run${process.pid}x${runs++}`;
  const output = await runTool(options.wrk, [
    `-t${options.threads}`,
    `-c${options.connections}`,
    `-d${seconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(script === undefined ? [] : ['-s', script]),
    `http://127.0.0.1:${contestant.port}${path}`,
    ...(script === undefined ? [] : ['--', word]),
  ]);
  return readWrk(output);
}

/** Reads the summary that wrk prints. */
export function readWrk(output: string): { requests: number; seconds: number; failures: number } {
  const summary = /([0-9]+) requests in ([0-9.]+)(ms|s|m)\b/.exec(output);
  if (!summary) throw new Error(`wrk printed no summary:\n${output}`);
  const secondsPerUnit = { ms: 0.001, s: 1, m: 60 }[summary[3] ?? ''] ?? Number.NaN;
  const statusFailures = /Non-2xx or 3xx responses: ([0-9]+)/.exec(output)?.[1] ?? '0';
  const socketErrors = /Socket errors: (.*)/.exec(output)?.[1]?.match(/[0-9]+/g) ?? [];
  return {
    requests: Number(summary[1]),
    seconds: Number(summary[2]) * secondsPerUnit,
    failures: [statusFailures, ...socketErrors].reduce((sum, count) => sum + Number(count), 0),
  };
}
