/** Source: docs/reference/service.md ("The control socket"). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../../test/support/temp-dir.ts';
import { askControlSocket, NotRunning } from './control-client.ts';
import { ControlSocket, InUse } from './control-socket.ts';

async function open(directory: string): Promise<ControlSocket> {
  const socket = await ControlSocket.open(directory);
  onTestFinished(() => socket[Symbol.asyncDispose]());
  return socket;
}

/** Leaves a socket behind that nobody listens on, as a killed service does. */
async function leaveStale(directory: string): Promise<void> {
  const code = `require('node:net').createServer().listen(${JSON.stringify(join(directory, 'nameplate.sock'))}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', code]), 'exit');
  expect(existsSync(join(directory, 'nameplate.sock'))).toBe(true);
}

/** Sends bytes; answers all that came back. */
async function sendRaw(directory: string, text: string): Promise<string> {
  const socket = net.connect(join(directory, 'nameplate.sock'));
  socket.setEncoding('utf8');
  let answer = '';
  socket.on('data', (chunk: string) => {
    answer += chunk;
  });
  // A request that is too long is cut off while it is being sent.
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

test('one service has a directory, and the second hears which', async () => {
  const directory = await tempDir();
  await open(directory);
  expect(statSync(join(directory, 'nameplate.sock')).mode & 0o777).toBe(0o600);
  await expect(ControlSocket.open(directory)).rejects.toThrow(new InUse(process.pid));
});

test('a socket that a killed service left is replaced, by one of those that start at once', async () => {
  const directory = await tempDir();
  await leaveStale(directory);
  const opened = await Promise.allSettled([1, 2, 3].map(() => ControlSocket.open(directory)));
  const sockets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(sockets).toHaveLength(1);
  for (const one of opened) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(InUse);
  await sockets[0]?.[Symbol.asyncDispose]();
  expect(existsSync(join(directory, 'nameplate.sock'))).toBe(false);
  await open(directory);
});

test('the path of a directory may be longer than that of a socket', async () => {
  let directory = await tempDir();
  for (let i = 0; i < 4; i++) directory = join(directory, 'a-directory-with-a-long-name-'.repeat(3));
  await mkdir(directory, { recursive: true });
  const socket = await open(directory);
  socket.serve(async () => ({ outcome: 'done', message: 'fine' }));
  await expect(ControlSocket.open(directory)).rejects.toThrow(InUse);
  const answer = await askControlSocket(directory, { request: 'upgrade' }, {});
  expect(answer).toEqual({ outcome: 'done', message: 'fine', pid: process.pid });
});

test('progress comes before the outcome, and requests wait for nobody', async () => {
  const directory = await tempDir();
  const socket = await open(directory);
  const early = await askControlSocket(directory, { request: 'upgrade' }, {});
  expect(early).toMatchObject({ outcome: 'refused', message: 'the service has not started yet' });
  socket.serve(async (request, tell) => {
    tell('one');
    tell('two');
    return { outcome: 'rolled_back', message: JSON.stringify(request) };
  });
  const progress: string[] = [];
  const request = { request: 'upgrade', program: '/p', environment: { NAMEPLATE_X: 'y' } } as const;
  const answer = await askControlSocket(directory, request, { onProgress: (text) => progress.push(text) });
  expect(answer).toMatchObject({ outcome: 'rolled_back', message: JSON.stringify(request) });
  expect(progress).toEqual(['one', 'two']);
});

test.each([
  ['no JSON', 'hello\n'],
  ['an unknown request', '{"request":"stop"}\n'],
  ['a program that is no text', '{"request":"upgrade","program":1}\n'],
  ['a variable of others', '{"request":"upgrade","environment":{"LD_PRELOAD":"x"}}\n'],
  ['more than a request can be', `${'x'.repeat(1_100_000)}\n`],
])('refuses %s', async (_, text) => {
  const directory = await tempDir();
  const socket = await open(directory);
  socket.serve(async () => ({ outcome: 'done', message: 'upgraded' }));
  expect(await sendRaw(directory, text)).toContain(
    '"outcome":"refused","message":"the request is malformed"',
  );
});

test('a file, or nothing, in its place is no service', async () => {
  const directory = await tempDir();
  const ask = () => askControlSocket(directory, { request: 'status' }, {});
  await expect(ask()).rejects.toThrow(NotRunning);
  await writeFile(join(directory, 'nameplate.sock'), '');
  await expect(ask()).rejects.toThrow(NotRunning);
});

test('a service that hangs still has its directory', async () => {
  const directory = await tempDir();
  const silent = net.createServer().listen(join(directory, 'nameplate.sock'));
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  await expect(askControlSocket(directory, { request: 'status' }, { timeoutMs: 100 })).rejects.toThrow(
    'the running service does not answer',
  );
});
