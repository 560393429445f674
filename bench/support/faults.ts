/** What can happen to a service that serves: each fault is made, and over once the service is whole again. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listenersOn } from '../../test/support/open-sockets.ts';
import { applicationOf, workersOf } from '../../test/support/proc.ts';
import { rootDir } from './child.ts';
import { ask } from './http.ts';
import type { Nameplate } from './nameplate.ts';
import { formatNumber } from './table.ts';

const run = promisify(execFile);

const pollMs = 50;
const recoveryMs = 60_000;
/** Longer than the supervisor waits for an application process that doesn't run. */
const freezeMs = 160_000;
/** Of what the process has: everything new is refused. */
const allowedShare = 0.5;

/** Kills the application process so often. Answers how long it was away. */
export async function killApplication(service: Nameplate, times: number, pauseMs: number): Promise<string> {
  const awayMs: number[] = [];
  for (let time = 0; time < times; time++) {
    const before = applicationOf(service.pid);
    const tick = performance.now();
    process.kill(before, 'SIGKILL');
    await applicationReplaced(service, before);
    awayMs.push(performance.now() - tick);
    await delay(pauseMs);
  }
  return `the API was away for at most ${formatNumber(Math.max(...awayMs) / 1000, 1)} s`;
}

/** Stops the application process's clock until another takes its place. */
export async function freezeApplication(service: Nameplate): Promise<string> {
  const before = applicationOf(service.pid);
  process.kill(before, 'SIGSTOP');
  const tick = performance.now();
  try {
    await until('another application process', () => currentApplication(service) !== before, freezeMs);
  } catch (error) {
    process.kill(before, 'SIGCONT');
    throw error;
  }
  const replacedMs = performance.now() - tick;
  await applicationReplaced(service, before);
  return `replaced after ${formatNumber(replacedMs / 1000, 1)} s`;
}

/** Leaves the application process no memory to grow into, and gives it work. */
export async function limitMemory(service: Nameplate): Promise<string> {
  const before = applicationOf(service.pid);
  const used = Number(/^VmData:\s+([0-9]+) kB$/m.exec(readFileSync(`/proc/${before}/status`, 'utf8'))?.[1]);
  // The soft limit, so that it can be lifted. Data counts what is used, not what is only reserved: see setrlimit(2).
  const limit = (bytes: string) => run('prlimit', [`--pid=${before}`, `--data=${bytes}:`]);
  await limit(String(Math.floor(used * 1024 * allowedShare)));
  const isReplaced = () => currentApplication(service) !== before;
  const giveUpTick = performance.now() + recoveryMs / 2;
  while (!isReplaced() && performance.now() < giveUpTick) {
    const json = { source_host: '', destination_url: 'x'.repeat(200_000) };
    const { redirects: path, apiPort: port, authorization: headers } = service;
    const asked = Array.from({ length: 20 }, () => ask({ port, path, method: 'POST', headers, json }));
    await Promise.race([Promise.allSettled(asked), delay(1_000)]);
  }
  if (!isReplaced()) {
    await limit('unlimited');
    return 'it survived the limit';
  }
  await applicationReplaced(service, before);
  return 'it ended and was started again';
}

/** Kills one worker after the other. */
export async function killWorkers(service: Nameplate, times: number, pauseMs: number): Promise<string> {
  const workers = servingWorkers(service).length;
  const seconds: number[] = [];
  for (let time = 0; time < times; time++) {
    const tick = performance.now();
    await killWorker(service);
    await until('another worker', () => servingWorkers(service).length >= workers);
    seconds.push((performance.now() - tick) / 1000);
    await delay(pauseMs);
  }
  return `of ${workers} workers; replaced within ${formatNumber(Math.max(...seconds), 1)} s`;
}

/** Those that accept connections. */
export function servingWorkers({ pid, edgePort }: Nameplate): number[] {
  return listenersOn(edgePort, workersOf(pid));
}

/** Kills the oldest worker. */
export async function killWorker(service: Nameplate): Promise<void> {
  const [oldest] = servingWorkers(service);
  if (oldest === undefined) throw new Error('there is no worker');
  process.kill(oldest, 'SIGKILL');
  await until('its end', () => !workersOf(service.pid).includes(oldest));
}

/** Puts the program in place of itself; undefined when it doesn't know how to. */
export async function upgrade(
  service: Nameplate,
  times: number,
  pauseMs: number,
): Promise<string | undefined> {
  if (!(await command(service, ['--help'])).includes('upgrade')) return undefined;
  const seconds: number[] = [];
  for (let time = 0; time < times; time++) {
    const tick = performance.now();
    await command(service, ['upgrade']);
    seconds.push((performance.now() - tick) / 1000);
    await wholeAgain(service);
    await delay(pauseMs);
  }
  return `each took at most ${formatNumber(Math.max(...seconds), 1)} s`;
}

/** Waits until API, stores and all workers are there. */
export async function wholeAgain(service: Nameplate): Promise<void> {
  await until('/readyz', async () => {
    const { status, body } = await ask({ port: service.apiPort, path: '/readyz' });
    return status === 200 && body.includes('"status":"ok"');
  });
}

/** Polls; a condition that throws isn't met. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number = recoveryMs,
): Promise<void> {
  const giveUpTick = performance.now() + timeoutMs;
  while (
    !(await Promise.resolve()
      .then(condition)
      .catch(() => false))
  ) {
    if (performance.now() > giveUpTick) throw new Error(`waited ${timeoutMs / 1000} s in vain for ${what}`);
    await delay(pollMs);
  }
}

async function applicationReplaced(service: Nameplate, before: number): Promise<void> {
  await until(
    'another application process',
    () => ![before, undefined].includes(currentApplication(service)),
  );
  await wholeAgain(service);
}

function currentApplication({ pid }: Nameplate): number | undefined {
  try {
    return applicationOf(pid);
  } catch {
    return undefined;
  }
}

async function command({ env }: Nameplate, args: readonly string[]): Promise<string> {
  const program = join(rootDir, 'dist/bin.cjs');
  const { stdout } = await run(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...env },
    timeout: 2 * recoveryMs,
  });
  return stdout;
}
