/** Starts the client that sends requests at fixed times (open-loop.ts) in a process of its own, and reads what it found. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { rootDir, scriptCommand, stopChild, track } from './child.ts';

export type RequestKind = {
  readonly name: string;
  /** A connection of its own for each request, or one of those that are kept. */
  readonly connection: 'kept' | 'new';
  /** The request as sent; `{n}` stands for its number, of nine digits. */
  readonly request: string;
  /** What a right answer has. */
  readonly status: number;
  /** The numbers of requests are wanted in the result. */
  readonly isListed?: boolean;
};

export type LoadPlan = {
  readonly port: number;
  readonly perSecond: number;
  /** By default until it is finished. */
  readonly seconds?: number;
  /** The first requests, which do not count. */
  readonly skipRequests: number;
  readonly timeoutMs: number;
  /** Requests' numbers begin at 0 again after so many. */
  readonly numbers?: number;
  /** In turn. */
  readonly kinds: readonly RequestKind[];
};

export type KindResult = {
  readonly name: string;
  readonly sent: number;
  /** Connections refused. */
  readonly refused: number;
  /** No answer, or a wrong one. */
  readonly failed: number;
  /** How many failed in which way. */
  readonly why: Readonly<Record<string, number>>;
  /** From when a request was due until its answer was complete, or it had failed. */
  readonly latencyMs: Readonly<Record<'p50' | 'p90' | 'p99' | 'p999' | 'slowest', number>>;
  readonly answeredNumbers: readonly number[];
  readonly failedNumbers: readonly number[];
};

export type LoadResult = {
  readonly kinds: readonly KindResult[];
  /** How late the client itself sent requests. */
  readonly latenessMsP50: number;
  readonly latenessMsP99: number;
};

export type SteadyLoad = {
  /** Resolves when the plan is over. */
  readonly result: Promise<LoadResult>;
  /** Sends no more requests, waits for the answers that are due, and answers the result. */
  finish(): Promise<LoadResult>;
};

export function startLoad(plan: LoadPlan, cleanUp: CleanUp): SteadyLoad {
  const { command, args } = scriptCommand(new URL('open-loop.ts', import.meta.url), []);
  const child = spawn(command, args, {
    cwd: rootDir,
    env: { PATH: process.env.PATH },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  track(child);
  cleanUp.defer(() => stopChild(child));
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(plan)}\n`);
  const exited = once(child, 'exit');
  const result = readText(child.stdout).then(async (output): Promise<LoadResult> => {
    await exited;
    if (child.exitCode !== 0) throw new Error(`the client ended with ${child.exitCode ?? child.signalCode}`);
    return JSON.parse(output);
  });
  // Whoever waits for it sees it fail.
  result.catch(() => {});
  return {
    result,
    finish: () => {
      child.stdin.end();
      return result;
    },
  };
}

/** The text of a GET request. */
export function getRequest(host: string, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\n\r\n`;
}

/** The text of a POST request. */
export function postRequest(
  host: string,
  path: string,
  type: string,
  body: string,
  bodyBytes: number,
): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${userAgent}\r\nOrigin: https://${host}\r\n` +
    `Content-Type: ${type}\r\nContent-Length: ${bodyBytes}\r\n\r\n${body}`
  );
}

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36';
