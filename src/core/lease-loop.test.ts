import { expect, it, onTestFinished, vi } from 'vitest';
import { type Lease, LeaseLoop, type LeaseRenewal } from './lease-loop.ts';

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

function open(
  due: number[],
  work: (item: number, lease: Lease) => Promise<void>,
  renewal?: LeaseRenewal<number>,
) {
  const limits: number[] = [];
  const onAway = vi.fn();
  const loop = new LeaseLoop<number>({
    concurrency: 3,
    pollMs: 5,
    take: async (limit) => {
      limits.push(limit);
      await tick();
      return due.splice(0, limit);
    },
    work,
    onAway,
    ...(renewal && { renewal }),
  });
  onTestFinished(() => loop[Symbol.asyncDispose]());
  return { loop, limits, onAway };
}

const untilAborted = ({ signal }: Lease) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

it('refills each place as soon as it is free, while there may be more', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  const { loop } = open([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], async (item) => {
    most = Math.max(most, ++running);
    for (let turn = 0; turn < item; turn++) await tick();
    running -= 1;
    done.push(item);
  });
  await loop.runDue();
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(most).toBe(3);
});

it('takes no more than there are free places, and once for callers at the same time', async () => {
  const { loop, limits } = open([1, 2], (_, lease) => untilAborted(lease));
  await Promise.all([loop.fill(), loop.fill()]);
  await loop.fill();
  expect(limits).toEqual([3, 1]);
});

it('reports a failing item and continues', async () => {
  const done: number[] = [];
  const { loop, onAway } = open([1, 2, 3, 4], async (item) => {
    if (item < 3) throw new Error(`item ${item}`);
    done.push(item);
  });
  await loop.runDue();
  expect(done).toEqual([3, 4]);
  expect(onAway).toHaveBeenCalledWith(new Error('item 1'));
});

it('aborts all work when it stops, and waits for its end', async () => {
  const ended: string[] = [];
  const begun = vi.fn();
  const { loop } = open([1], async (item, lease) => {
    begun();
    await untilAborted(lease);
    ended.push(`item ${item}`);
  });
  loop.start();
  const outside = loop.withSignal(async (signal) => {
    await untilAborted({ signal, isLost: false });
    ended.push('outside');
  });
  await expect.poll(() => begun).toHaveBeenCalled();
  await loop[Symbol.asyncDispose]();
  await outside;
  expect(ended.toSorted()).toEqual(['item 1', 'outside']);
  await loop.withSignal(async (signal) => expect(signal.aborted).toBe(true));
});

it('aborts work at its deadline, and without calling the lease lost', async () => {
  const extend = vi.fn(async () => true);
  const leases: Lease[] = [];
  const { loop } = open(
    [1],
    async (_, lease) => {
      leases.push(lease);
      await untilAborted(lease);
    },
    { everyMs: 5, extend, deadlineMs: 40 },
  );
  await loop.runDue();
  expect(leases).toMatchObject([{ isLost: false, signal: { aborted: true } }]);
  expect(extend).toHaveBeenCalledWith(1);
});

it('aborts work whose lease another node has taken, and says so', async () => {
  const answers = [true, false];
  const extend = vi.fn(async () => answers.shift() ?? true);
  const leases: Lease[] = [];
  const { loop } = open(
    [1],
    async (_, lease) => {
      leases.push(lease);
      await untilAborted(lease);
    },
    { everyMs: 5, extend, deadlineMs: 60_000 },
  );
  await loop.runDue();
  expect(leases).toMatchObject([{ isLost: true, signal: { aborted: true } }]);
  expect(extend).toHaveBeenCalledTimes(2);
});

it('keeps a lease while the store is away', async () => {
  const leases: Lease[] = [];
  let renewals = 0;
  const { loop, onAway } = open(
    [1],
    async (_, lease) => {
      leases.push(lease);
      await expect.poll(() => renewals).toBeGreaterThan(1);
    },
    {
      everyMs: 5,
      extend: async () => {
        renewals += 1;
        throw new Error('away');
      },
      deadlineMs: 60_000,
    },
  );
  await loop.runDue();
  expect(leases).toMatchObject([{ isLost: false, signal: { aborted: false } }]);
  expect(onAway).toHaveBeenCalledWith(new Error('away'));
});
