import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../../test/support/temp-dir.ts';
import { socketAddress } from '../core/socket-address.ts';
import { ApplicationLink } from './application-link.ts';
import { Feed, type FeedConnection } from './feed.ts';
import type { Hello, MessageFromWorker, MessageToWorker } from './worker-protocol.ts';

const hello: Hello = {
  type: 'hello',
  worker: 3,
  isListening: true,
  httpPort: 80,
  httpsPort: null,
  mark: '',
  revision: 7,
};

async function open(directory: string) {
  const met: [Hello, FeedConnection][] = [];
  const feed = await Feed.open(directory, (said, connection) => void met.push([said, connection]));
  onTestFinished(() => feed[Symbol.asyncDispose]());
  const heard: MessageToWorker[] = [];
  const link: ApplicationLink = new ApplicationLink({
    opened: () => link.send(hello),
    received: (message) => void heard.push(message),
  });
  onTestFinished(() => link.close());
  return { feed, met, heard, link };
}

test('only this user can connect, and nothing is left behind', async () => {
  const directory = await tempDir();
  // No process has a number as high as this.
  writeFileSync(join(directory, 'workers-99999999.sock'), '');
  const { feed } = await open(directory);
  expect(readdirSync(directory)).toEqual([basename(feed.path)]);
  expect(statSync(feed.path).mode & 0o777).toBe(0o600);
  await feed[Symbol.asyncDispose]();
  expect(readdirSync(directory)).toEqual([]);
});

test('a worker connects below a directory of any length, and again when the connection ends', async () => {
  const directory = join(await tempDir(), 'd'.repeat(120));
  mkdirSync(directory);
  const { feed, met, heard, link } = await open(directory);
  link.connectTo(feed.path);
  await expect.poll(() => met.length).toBe(1);
  const [said, connection] = met[0] ?? [];
  expect(said).toEqual(hello);
  const received: MessageFromWorker[] = [];
  connection?.open({ received: (message) => void received.push(message), closed: () => {} });
  const long = 'ü'.repeat(200_000);
  link.send({ type: 'reload_failed', problem: long });
  connection?.send({ type: 'sum' });
  await expect
    .poll(() => [received, heard])
    .toEqual([[{ type: 'reload_failed', problem: long }], [{ type: 'sum' }]]);
  connection?.destroy();
  await expect.poll(() => met.length).toBe(2);
});

test.each(['{', 'null', '7', '{"type":"counters"}'])('who says %s first is cut off', async (line) => {
  const { feed, met } = await open(await tempDir());
  using address = socketAddress(join(feed.path, '..'), basename(feed.path));
  const socket = connect(address.path);
  socket.write(`${line}\n`);
  await once(socket, 'close');
  expect(met).toEqual([]);
});
