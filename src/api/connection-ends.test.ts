import { once } from 'node:events';
import net from 'node:net';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { endConnectionsAtStop } from './connection-ends.ts';

test('a stop waits for the request under way, and for no connection without one', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  endConnectionsAtStop(app, () => false, 50);
  let answer = (): void => {};
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  const asked = new Promise<void>((resolve) => {
    app.get('/', async () => {
      resolve();
      await mayAnswer;
      return 'done';
    });
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.server.closeAllConnections());
  const connected = once(app.server, 'connection');
  const silent = net.connect(Number(new URL(origin).port), '127.0.0.1');
  silent.on('error', () => {}).resume();
  await connected;
  const read = once(app.server, 'connection').then(([socket]) => once(socket, 'data'));
  const halfHead = net.connect(Number(new URL(origin).port), '127.0.0.1');
  halfHead.on('error', () => {}).resume();
  halfHead.write('GET / HTTP/1.1\r\nHost: a');
  await read;
  const request = fetch(origin);
  await asked;

  const closed = app.close();
  await Promise.all([once(silent, 'close'), once(halfHead, 'close')]);
  answer();
  expect(await (await request).text()).toBe('done');
  await closed;
});

test('a request that arrived while the process stood still is answered', async () => {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  const headGraceMs = 100;
  endConnectionsAtStop(app, () => false, headGraceMs);
  app.get('/', () => 'done');
  const isStopping = new Promise<void>((resolve) => app.addHook('preClose', async () => resolve()));
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.server.closeAllConnections());
  const connected = once(app.server, 'connection');
  const client = net.connect(Number(new URL(origin).port), '127.0.0.1');
  await connected;

  const closed = app.close();
  await isStopping;
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const untilTick = performance.now() + 2 * headGraceMs;
  while (performance.now() < untilTick);
  let answer = '';
  for await (const chunk of client) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*done$/);
  await closed;
});
