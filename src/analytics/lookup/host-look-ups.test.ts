import { expect, test } from 'vitest';
import { HostLookUps } from './host-look-ups.ts';

const minute = 60_000;
const hosts = ['crawl-7.googlebot.com'];

type Answer = readonly string[] | undefined;

/** Look-ups that the test answers, and a clock. */
function newLookUps(now = 0) {
  const clock = { time: now, now: () => clock.time };
  const waiting: { address: string; signal: AbortSignal; answer: (hosts: Answer) => Promise<void> }[] = [];
  const lookUps = new HostLookUps(
    (address, signal) =>
      new Promise((resolve) => {
        const answer = async (found: Answer): Promise<void> => {
          resolve(found);
          await settle();
        };
        waiting.push({ address, signal, answer });
      }),
    clock,
  );
  const next = (): (typeof waiting)[number] => {
    const [first] = waiting.splice(0, 1);
    if (!first) throw new Error('nothing was asked');
    return first;
  };
  return { clock, lookUps, waiting, next };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('an address is pending until DNS answers, and asked about once', async () => {
  const { lookUps, waiting, next } = newLookUps();
  for (let count = 0; count < 100; count += 1)
    expect(lookUps.hostsOf('192.0.2.1', `account ${count}`)).toBeUndefined();
  expect(waiting.length).toBe(1);
  await next().answer(hosts);
  expect(lookUps.hostsOf('192.0.2.1', 'other')).toEqual(hosts);
  expect(waiting.length).toBe(0);
});

test('without an answer it is pending for ten minutes, and then has no hosts until there is one', async () => {
  const { clock, lookUps, waiting, next } = newLookUps();
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toBeUndefined();
  await next().answer(undefined);
  clock.time = minute - 1;
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toBeUndefined();
  expect(waiting.length).toBe(0);
  clock.time = 2 * minute;
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toBeUndefined();
  // This one is silent.
  const silent = next();
  clock.time = 10 * minute - 1;
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toBeUndefined();
  clock.time = 10 * minute;
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toEqual([]);
  await silent.answer(undefined);
  clock.time = 20 * minute;
  // It isn't pending again.
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toEqual([]);
  await next().answer(hosts);
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toEqual(hosts);
});

test('what is known is asked again after an hour, and kept for a day without an answer', async () => {
  const { clock, lookUps, waiting, next } = newLookUps();
  lookUps.hostsOf('192.0.2.1', 'a');
  await next().answer(hosts);
  clock.time = 60 * minute - 1;
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toEqual(hosts);
  expect(waiting.length).toBe(0);
  clock.time = 60 * minute;
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toEqual(hosts);
  await next().answer(undefined);
  clock.time = 24 * 60 * minute - 1;
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toEqual(hosts);
  clock.time = 24 * 60 * minute;
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toEqual([]);
  await next().answer([]);
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toEqual([]);
});

test('an account has a share, and takes no other account’s place', async () => {
  const { lookUps, waiting, next } = newLookUps();
  const addresses = Array.from({ length: 10_000 }, (_, index) => `10.${index >> 8}.${index & 255}.1`);
  const pending = addresses.filter((address) => lookUps.hostsOf(address, 'flood') === undefined);
  expect(pending.length).toBe(64);
  expect(waiting.length).toBe(15);
  expect(lookUps.hostsOf('192.0.2.1', 'neighbour')).toBeUndefined();
  expect(waiting.at(-1)?.address).toBe('192.0.2.1');
  await waiting.pop()?.answer(hosts);
  expect(lookUps.hostsOf('192.0.2.1', 'neighbour')).toEqual(hosts);
  // What was beyond the share is looked up once there is room.
  while (waiting.length > 0) await next().answer([]);
  expect(lookUps.hostsOf('10.39.15.1', 'flood')).toBeUndefined();
});

test('many accounts together have no more than one each beyond a thousand', () => {
  const { lookUps } = newLookUps();
  const asked = (account: string) =>
    Array.from({ length: 100 }, (_, index) => `${account}.${index}.0.1`).filter(
      (address) => lookUps.hostsOf(address, account) === undefined,
    ).length;
  const counts = Array.from({ length: 40 }, (_, index) => asked(`${index + 1}`));
  expect(counts).toEqual([...Array<number>(16).fill(64), ...Array<number>(24).fill(1)]);
});

test('a network whose zone is silent has 32 pending addresses in ten minutes', async () => {
  const { clock, lookUps, waiting, next } = newLookUps();
  const isPending = (index: number, network = 'db8') =>
    lookUps.hostsOf(`2001:${network}:0:1::${index.toString(16)}`, 'a') === undefined;
  for (let index = 0; index < 32; index += 1) {
    expect(isPending(index)).toBe(true);
    await next().answer(undefined);
  }
  expect(isPending(32)).toBe(false);
  expect(waiting.length).toBe(0);
  expect(isPending(31)).toBe(true);
  expect(isPending(33, 'db9')).toBe(true);
  clock.time = 10 * minute;
  expect(isPending(34)).toBe(true);
});

test('memory is bounded: addresses not seen for long are asked again', async () => {
  const { lookUps, waiting, next } = newLookUps();
  const ask = async (address: string): Promise<void> => {
    if (lookUps.hostsOf(address, 'a') === undefined) await next().answer(hosts);
  };
  await ask('192.0.2.1');
  await ask('192.0.2.2');
  for (let index = 0; index < 12_000; index += 1) {
    await ask(`10.${index >> 8}.${index & 255}.1`);
    if (index % 1_000 === 0) expect(lookUps.hostsOf('192.0.2.2', 'a')).toEqual(hosts);
  }
  expect(waiting.length).toBe(0);
  expect(lookUps.hostsOf('192.0.2.2', 'a')).toEqual(hosts);
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toBeUndefined();
});

test('the end stops what is under way, and nothing is asked after it', async () => {
  const { lookUps, waiting } = newLookUps();
  for (let index = 0; index < 40; index += 1) lookUps.hostsOf(`10.0.${index}.1`, 'a');
  lookUps[Symbol.dispose]();
  expect(waiting.map(({ signal }) => signal.aborted)).toEqual(waiting.map(() => true));
  const under = waiting.length;
  for (const each of waiting) await each.answer(undefined);
  expect(waiting.length).toBe(under);
  expect(lookUps.hostsOf('192.0.2.1', 'a')).toEqual([]);
});
