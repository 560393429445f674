import { expect, test } from 'vitest';
import { DirectoryKey, type DirectoryKeys } from './directory-keys.ts';
import type { FetchedDirectory } from './fetch-directory.ts';
import { KeyDirectories } from './key-directories.ts';

const minute = 60_000;
const hour = 60 * minute;
const origin = 'https://bots.example';
const keys: DirectoryKeys = new Map([['k', new DirectoryKey('x', 0, 1)]]);
const found = { keys, freshForMs: hour };

/** Directories that the test answers for, and a clock. */
function open() {
  const clock = { time: 0, now: () => clock.time };
  const waiting: {
    origin: string;
    signal: AbortSignal;
    answer: (directory: FetchedDirectory | Error | undefined) => Promise<void>;
  }[] = [];
  const directories = new KeyDirectories(
    (asked, signal) =>
      new Promise((resolve, reject) => {
        const answer = async (directory: FetchedDirectory | Error | undefined): Promise<void> => {
          if (directory instanceof Error) reject(directory);
          else resolve(directory);
          await new Promise((done) => setImmediate(done));
        };
        waiting.push({ origin: asked, signal, answer });
      }),
    clock,
  );
  const next = (): (typeof waiting)[number] => {
    const [first] = waiting.splice(0, 1);
    if (!first) throw new Error('nothing was asked');
    return first;
  };
  return { clock, directories, waiting, next, keysOf: (from = origin) => directories.keysOf(from) };
}

test('keys are pending until the directory answers, and it is asked once', async () => {
  const { keysOf, next, waiting } = open();
  for (let count = 0; count < 100; count += 1) expect(keysOf()).toBeUndefined();
  await next().answer(found);
  expect(keysOf()).toBe(keys);
  expect(waiting).toHaveLength(0);
});

test('without an answer they are pending for ten minutes, asked for once a minute, and then there are none', async () => {
  const { clock, keysOf, next, waiting } = open();
  keysOf();
  await next().answer(new Error('refused'));
  clock.time = minute - 1;
  expect(keysOf()).toBeUndefined();
  expect(waiting).toHaveLength(0);
  clock.time = minute;
  expect(keysOf()).toBeUndefined();
  await next().answer(undefined);
  clock.time = 10 * minute - 1;
  expect(keysOf()).toBeUndefined();
  const silent = next();
  clock.time = 10 * minute;
  expect(keysOf()?.size).toBe(0);
  await silent.answer(undefined);
  clock.time = 25 * hour;
  // It isn't pending again.
  expect(keysOf()?.size).toBe(0);
  await next().answer(found);
  expect(keysOf()).toBe(keys);
});

test('old keys are fetched again, and hold for a day while the directory is away', async () => {
  const { clock, keysOf, next, waiting } = open();
  keysOf();
  await next().answer(found);
  clock.time = hour - 1;
  expect(keysOf()).toBe(keys);
  expect(waiting).toHaveLength(0);
  clock.time = hour;
  expect(keysOf()).toBe(keys);
  await next().answer(new Error('away'));
  clock.time = 24 * hour - 1;
  expect(keysOf()).toBe(keys);
  await next().answer(undefined);
  clock.time = 24 * hour;
  expect(keysOf()?.size).toBe(0);
  clock.time += minute;
  expect(keysOf()?.size).toBe(0);
  // A key that was withdrawn is gone with the next answer.
  await next().answer({ keys: new Map(), freshForMs: hour });
  expect(keysOf()?.size).toBe(0);
});

test('a directory that nobody asked for in a day is pending again', async () => {
  const { clock, keysOf, next } = open();
  keysOf();
  await next().answer(found);
  clock.time = 30 * hour;
  expect(keysOf()).toBeUndefined();
  await next().answer(found);
  expect(keysOf()).toBe(keys);
});

test('four are fetched at a time, and all are given up at the end', async () => {
  const { directories, keysOf, next, waiting } = open();
  for (let count = 0; count < 10; count += 1) expect(keysOf(`https://a${count}.example`)).toBeUndefined();
  expect(waiting).toHaveLength(4);
  await next().answer(found);
  expect(keysOf('https://a9.example')).toBeUndefined();
  expect(waiting.map((each) => each.origin)).toContain('https://a9.example');
  directories[Symbol.dispose]();
  expect(waiting.every(({ signal }) => signal.aborted)).toBe(true);
  expect(keysOf('https://other.example')).toBeUndefined();
  expect(waiting).toHaveLength(4);
});
