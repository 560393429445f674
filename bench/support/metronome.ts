/**
 * Calls at even times. Timers are up to a millisecond late, which is longer than a request takes; a thread that waits on a futex
 * is some 50 µs late.
 */
import { Worker } from 'node:worker_threads';

export type Tick = {
  readonly number: number;
  /** When it was due: see {@link nowMs}. */
  readonly dueMs: number;
};

export type Metronome = { stop(): Promise<unknown> };

/** The thread. */
const program = `
  const { parentPort, workerData: { startMs, everyMs } } = require('node:worker_threads');
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (let number = 0; ; number++) {
    const waitMs = startMs + number * everyMs - Number(process.hrtime.bigint()) / 1e6;
    if (waitMs > 0) Atomics.wait(cell, 0, 0, waitMs);
    parentPort.postMessage(number);
  }
`;

/** Milliseconds of a clock that all threads share. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Calls `tick` so often a second, for every time that was due, however late. */
export function startMetronome(perSecond: number, tick: (tick: Tick) => void): Metronome {
  const startMs = nowMs() + 100;
  const everyMs = 1000 / perSecond;
  const thread = new Worker(program, { eval: true, execArgv: [], workerData: { startMs, everyMs } });
  thread.on('message', (number: number) => tick({ number, dueMs: startMs + number * everyMs }));
  return { stop: () => thread.terminate() };
}
