import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkerChannel } from '../edge/worker-fleet.ts';
import type { MessageFromWorker, MessageToWorker, WorkerOptions } from '../edge/worker-protocol.ts';
import { LoneEdge } from './lone-edge.ts';

// Only passed on.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const options = { host: '127.0.0.1' } as WorkerOptions;
const plan = { options, workers: 2 };
const listening: MessageFromWorker = { type: 'listening', httpPort: 80, httpsPort: null };

class FakeWorker implements WorkerChannel {
  /** There is no such process. */
  readonly pid = 0;
  readonly sent: MessageToWorker[] = [];
  isKilled = false;
  open(): void {}
  send(message: MessageToWorker): void {
    this.sent.push(message);
  }
  kill(): void {
    this.isKilled = true;
  }
}

function setUp() {
  const workers = new Map<number, FakeWorker>();
  const replaced: string[] = [];
  const fork = () => {
    const number = workers.size + 1 + replaced.length;
    workers.set(number, new FakeWorker());
    edge.forked(number);
  };
  const edge: LoneEdge = new LoneEdge({ workers, fork, onReplaced: (how) => replaced.push(how) });
  const exit = (number: number) => {
    workers.delete(number);
    edge.exited(number, 'signal SIGKILL');
    vi.advanceTimersByTime(0);
  };
  const check = (times: number) => {
    for (let i = 0; i < times; i++) edge.checkPulse();
  };
  return { workers, replaced, fork, edge, exit, check };
}

describe('workers without an application process', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('are left to it while there is one', () => {
    const { workers, replaced, fork, edge, exit, check } = setUp();
    fork();
    edge.heard(1, { type: 'ready' });
    expect(workers.get(1)?.sent).toEqual([]);
    edge.heard(1, listening);
    check(20);
    expect(workers.get(1)?.isKilled).toBe(false);
    exit(1);
    expect([workers.size, replaced]).toEqual([0, []]);
  });

  it('are started when there are too few, and begin alone', () => {
    const { workers, edge } = setUp();
    edge.turnOn(plan);
    expect(workers.size).toBe(2);
    edge.heard(2, { type: 'ready' });
    expect(workers.get(2)?.sent).toEqual([{ type: 'start', options, isAlone: true }]);
  });

  it('that wait for its orders get them, those that listen stay', () => {
    const { workers, fork, edge } = setUp();
    for (let i = 0; i < 4; i++) fork();
    edge.heard(1, { type: 'ready' });
    edge.heard(1, { type: 'loaded', epoch: '', revision: 1 });
    edge.heard(1, listening);
    edge.heard(2, { type: 'ready' });
    edge.heard(3, { type: 'ready' });
    edge.heard(3, { type: 'loaded', epoch: '', revision: 1 });
    edge.turnOn(plan);
    const start = { type: 'start', options, isAlone: true };
    expect([...workers.values()].map(({ sent }) => sent)).toEqual([[], [start], [{ type: 'listen' }], []]);
    edge.heard(2, { type: 'loaded', epoch: '', revision: 1 });
    edge.heard(4, { type: 'ready' });
    expect(workers.get(2)?.sent).toEqual([start, { type: 'listen' }]);
    expect(workers.get(4)?.sent).toEqual([start]);
    expect([...workers.values()].some(({ isKilled }) => isKilled)).toBe(false);
    // What an application process that comes back has missed.
    expect([1, 2, 4].map((number) => edge.stageOf(number)?.type)).toEqual(['listening', 'loaded', 'ready']);
  });

  it('are replaced when they end, and the reason is told', () => {
    const { workers, replaced, edge, exit } = setUp();
    edge.turnOn(plan);
    edge.heard(1, { type: 'failed', during: 'load', code: '', message: 'no such file' });
    exit(1);
    expect(replaced).toEqual(['no such file']);
    expect(workers.size).toBe(2);
  });

  it('are killed when they are silent while they listen', () => {
    const { workers, edge, check } = setUp();
    edge.turnOn(plan);
    edge.heard(1, listening);
    check(21);
    expect(workers.get(1)?.isKilled).toBe(false);
    check(1);
    expect([workers.get(1)?.isKilled, workers.get(2)?.isKilled]).toEqual([true, false]);
  });

  it('are not started any more once it is back', () => {
    const { workers, edge } = setUp();
    edge.turnOn(plan);
    for (const number of [1, 2]) {
      workers.delete(number);
      edge.exited(number, 'exit code 1');
    }
    edge.turnOff();
    vi.advanceTimersByTime(60_000);
    expect(workers.size).toBe(0);
  });
});
