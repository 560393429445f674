import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { edgeOptions } from '../../test/support/composed-edge.ts';
import type { WorkerChannel, WorkerChannelEvents } from './worker-fleet.ts';
import { WorkerPool } from './worker-pool.ts';
import type { OrderToWorker } from './worker-protocol.ts';

type Step = 'ready' | 'loaded' | 'listening';

const options = edgeOptions({ workers: 2 });
const start: OrderToWorker = { type: 'start', options };

class FakeWorker implements WorkerChannel {
  /** There is no such process. */
  readonly pid = 0;
  readonly sent: OrderToWorker[] = [];
  isKilled = false;
  events: WorkerChannelEvents | undefined;

  open(events: WorkerChannelEvents): void {
    this.events = events;
  }

  send(order: OrderToWorker): void {
    this.sent.push(order);
  }

  kill(): void {
    this.isKilled = true;
    this.exit();
  }

  say(...types: readonly Step[]): void {
    for (const type of types) this.events?.received({ type });
  }

  exit(): void {
    this.events?.exited('signal SIGKILL');
    this.events = undefined;
  }
}

function setUp() {
  const workers: FakeWorker[] = [];
  const replaced: string[] = [];
  const said: unknown[] = [];
  const state = { isAlone: false };
  const pool = new WorkerPool({
    fork: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    onReplaced: (_, how) => replaced.push(how),
    isAlone: () => state.isAlone,
  });
  const serve = () =>
    pool.serve(options, '/data/workers-1.sock', {
      changed: ({ worker, number, isLoaded }) => said.push([worker, number, isLoaded]),
      gone: (worker, { how, isHung }) => said.push([worker, how, isHung]),
    });
  const workerAt = (index: number): FakeWorker => {
    const worker = workers[index];
    if (!worker) throw new Error('there is no such worker');
    return worker;
  };
  const all = (...types: readonly Step[]) => {
    for (const worker of workers) worker.say(...types);
  };
  return { pool, workers, workerAt, all, replaced, said, state, serve };
}

describe('a pool of workers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('starts them, and says where the application process is and how far they are', async () => {
    const { workers, workerAt, all, said, serve } = setUp();
    expect(await serve()).toEqual([]);
    expect(workers).toHaveLength(2);
    all('ready');
    const application = { type: 'application', socket: '/data/workers-1.sock' };
    expect(workerAt(1).sent).toEqual([start, { ...application, worker: 2 }]);
    workerAt(1).say('loaded');
    expect(said).toEqual([
      [1, 1, false],
      [2, 2, false],
      [2, 2, true],
    ]);
    expect(workerAt(1).sent).toHaveLength(2);
    // Another application process learns of both.
    expect(await serve()).toMatchObject([
      { worker: 1, isLoaded: false },
      { worker: 2, isLoaded: true },
    ]);
    expect(workerAt(1).sent.at(-1)).toEqual({ ...application, worker: 2 });
    expect(workers).toHaveLength(2);
  });

  it('replaces none that ends before all have listened once, and each that ends after that', async () => {
    const { workers, workerAt, replaced, said, serve } = setUp();
    await serve();
    workerAt(0).say('ready', 'loaded', 'listening');
    workerAt(1).exit();
    vi.advanceTimersByTime(10_000);
    expect([workers.length, replaced]).toEqual([2, []]);
    await serve();
    workerAt(2).say('ready', 'loaded', 'listening');
    workerAt(0).events?.received({ type: 'failed', during: 'serve', code: '', message: 'a defect' });
    workerAt(0).exit();
    expect(said.at(-1)).toEqual([1, 'a defect', false]);
    vi.advanceTimersByTime(10_000);
    expect([workers.length, replaced]).toEqual([4, ['a defect']]);
    // It has the number of the one before.
    expect(said.at(-1)).toEqual([4, 1, false]);
  });

  it('alone, has them listen and replaces each', () => {
    const { pool, workers, workerAt, all, replaced, state } = setUp();
    state.isAlone = true;
    pool.serveAlone(options);
    all('ready', 'loaded');
    expect(workerAt(0).sent).toContainEqual({ type: 'listen' });
    workerAt(1).exit();
    vi.advanceTimersByTime(0);
    expect([workers.length, replaced]).toEqual([3, ['signal SIGKILL']]);
  });

  it('has those listen that wait for an application process that fell silent', async () => {
    const { workerAt, all, state, serve } = setUp();
    await serve();
    all('ready', 'loaded');
    workerAt(0).say('listening');
    state.isAlone = true;
    vi.advanceTimersByTime(1_000);
    expect(workerAt(0).sent).not.toContainEqual({ type: 'listen' });
    expect(workerAt(1).sent).toContainEqual({ type: 'listen' });
  });

  it('kills one that is silent while it listens', async () => {
    const { workerAt, said, serve } = setUp();
    await serve();
    workerAt(0).say('ready', 'loaded', 'listening');
    vi.advanceTimersByTime(21_000);
    expect(workerAt(0).isKilled).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect([workerAt(0).isKilled, workerAt(1).isKilled]).toEqual([true, false]);
    expect(said.at(-1)).toEqual([1, 'hung: silent for 20 s', true]);
  });

  it('stops them: those that serve have time to finish', async () => {
    const { pool, workers, workerAt, serve } = setUp();
    await serve();
    workerAt(0).say('ready', 'loaded', 'listening');
    pool.stop(10_000, 0);
    expect(workerAt(0).sent.at(-1)).toEqual({ type: 'drain', graceMs: 10_000, retireMs: 0 });
    expect([workerAt(0).isKilled, workerAt(1).isKilled]).toEqual([false, true]);
    vi.advanceTimersByTime(10_500);
    await pool.ended;
    expect(workerAt(0).isKilled).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(workers).toHaveLength(2);
  });
});
