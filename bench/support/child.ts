/** Starts programs as processes of their own, waits until they serve, and stops them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CleanUp } from '../../src/service/clean-up.ts';
import { recordEnded, recordStarted } from './left-behind.ts';

/** The root of the repository. */
export const rootDir = fileURLToPath(new URL('../..', import.meta.url));

const defaultStartTimeoutMs = 30_000;
/** Longer than the 10 s that Nameplate gives requests in flight. */
const stopTimeoutMs = 12_000;
const pollMs = 5;
const logTailCharacters = 2_000;

export type Program = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Its whole environment, besides PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where its output goes, as `<name>.log`. */
  readonly dir: string;
  readonly isReady: () => Promise<boolean>;
  readonly startTimeoutMs?: number;
};

export type RunningProgram = {
  readonly name: string;
  readonly pid: number;
  /** From the start until it was ready. */
  readonly startMs: number;
  /** Ends it as an operator does; may be called again. */
  stop(): Promise<void>;
};

/** Starts a program and waits until it is ready; rejects with the end of its output when it ends instead. */
export async function startProgram(program: Program, cleanUp: CleanUp): Promise<RunningProgram> {
  const logPath = join(program.dir, `${program.name.replaceAll(/[^A-Za-z0-9]+/g, '-')}.log`);
  const log = openSync(logPath, 'a');
  const startTick = performance.now();
  // A group of its own: Ctrl-C reaches this process only, which then stops each program in order.
  const child = spawn(program.command, program.args, {
    cwd: rootDir,
    env: { PATH: process.env.PATH, ...program.env },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  track(child);
  const stop = () => stopChild(child);
  cleanUp.defer(stop);
  const giveUpTick = startTick + (program.startTimeoutMs ?? defaultStartTimeoutMs);
  while (!(await program.isReady())) {
    if (hasEnded(child) || performance.now() > giveUpTick) {
      await stop();
      const output = readFileSync(logPath, 'utf8').slice(-logTailCharacters);
      throw new Error(`${program.name} did not start:\n${output}`);
    }
    await delay(pollMs);
  }
  return { name: program.name, pid: child.pid ?? 0, startMs: performance.now() - startTick, stop };
}

/** The command line of a script in TypeScript, run in one process without a build. */
export function scriptCommand(script: URL, args: readonly string[]): Pick<Program, 'command' | 'args'> {
  return { command: process.execPath, args: [fileURLToPath(script), ...args] };
}

/** Runs a command to its end and answers its standard output; rejects with its standard error when it fails. */
export async function runTool(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { cwd: rootDir, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  track(child);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${command} failed: ${errors || output || child.signalCode}`);
  return output;
}

/** Tells whether something accepts connections on a port of 127.0.0.1. */
export function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

export function track(child: ChildProcess): void {
  const { pid } = child;
  // Without a pid the command could not be started; what waits for it finds that out.
  child.on('error', () => {});
  if (pid === undefined) return;
  recordStarted(pid);
  child.once('exit', () => recordEnded(pid));
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  const overdue = setTimeout(() => signalGroup(child, 'SIGKILL'), stopTimeoutMs);
  child.kill('SIGTERM');
  await gone;
  clearTimeout(overdue);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Gone already.
  }
}
