import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { edgeOptions } from '../../test/support/composed-edge.ts';
import { OlderSupervisor, type OrderToOlderSupervisor } from './older-supervisor.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const options = edgeOptions({ workers: 2 });
const socket = '/data/workers-1.sock';

async function setUp(running: readonly { readonly worker: number; readonly pid: number }[] = []) {
  const orders: OrderToOlderSupervisor[] = [];
  const said: unknown[] = [];
  const older: OlderSupervisor = new OlderSupervisor(
    (order) => {
      orders.push(order);
      if (order.type === 'take_over') older.heard({ type: 'workers', workers: running });
    },
    (pid, how) => said.push(['replaced', pid, how]),
  );
  const known = await older.serve(options, socket, {
    changed: ({ pid, isLoaded }) => said.push([pid, isLoaded]),
    gone: (_, { how }) => said.push(['gone', how]),
  });
  return { older, orders, said, known };
}

test('under an older supervisor, this process has workers started and replaced', async () => {
  const { older, orders, said, known } = await setUp();
  expect(known).toEqual([]);
  expect(orders.map(({ type }) => type)).toEqual(['take_over', 'fork', 'fork']);
  for (const worker of [1, 2]) {
    older.heard({ type: 'forked', worker, pid: 100 + worker });
    for (const type of ['ready', 'loaded', 'listening'] as const)
      older.heard({ type: 'from_worker', worker, message: { type } });
  }
  expect(orders).toContainEqual({ type: 'to_worker', worker: 2, message: { type: 'start', options } });
  expect(orders).toContainEqual({
    type: 'to_worker',
    worker: 2,
    message: { type: 'application', socket, worker: 2 },
  });
  older.heard({ type: 'worker_exited', worker: 1, how: 'signal SIGKILL' });
  expect(said.slice(-2)).toEqual([
    ['gone', 'signal SIGKILL'],
    ['replaced', 101, 'signal SIGKILL'],
  ]);
  vi.advanceTimersByTime(0);
  expect(orders.at(-1)).toEqual({ type: 'fork' });
  // One that the supervisor started itself meanwhile.
  older.heard({ type: 'forked', worker: 5, pid: 105 });
  older.heard({ type: 'from_worker', worker: 5, message: { type: 'listening' } });
  expect(said.at(-1)).toEqual([105, true]);
  older.stop(10_000, 0);
  expect(orders.at(-1)).toEqual({
    type: 'to_worker',
    worker: 5,
    message: { type: 'drain', graceMs: 10_000, retireMs: 0 },
  });
});

test('those that run already are told where this process is', async () => {
  const { orders, known } = await setUp([
    { worker: 3, pid: 103 },
    { worker: 4, pid: 104 },
  ]);
  expect(known).toMatchObject([
    { pid: 103, isLoaded: true },
    { pid: 104, isLoaded: true },
  ]);
  expect(orders.slice(1).map((order) => 'worker' in order && order.worker)).toEqual([3, 4]);
});
