import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RpcClient } from './rpc-client.ts';

const answer = { certificates: [], keyAuthorization: 'token.print' };

/** Of a Unix socket: what is written to one end can be read from the other at once, on a busy machine too. */
async function socketPair(): Promise<readonly [Socket, Socket]> {
  const dir = mkdtempSync(join(tmpdir(), 'nameplate-rpc-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, 'socket');
  const server = createServer().listen(path);
  await once(server, 'listening');
  const socket = connect(path);
  const [[peer]] = await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
  onTestFinished(() => {
    socket.destroy();
    peer.destroy();
    server.close();
  });
  return [socket, peer];
}

/** Makes the timers of the next `ms` due at once, as they are after the process stood still. */
function standStill(ms: number): void {
  vi.advanceTimersByTime(ms);
}

test('an answer that arrived while the process stood still for longer than it waits is taken', async () => {
  const [socket, application] = await socketPair();
  const rpc = new RpcClient((id) => application.write(String(id)));
  socket.on('data', (id) => rpc.settle(Number(id), answer));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  // What is sent from here on is read in the next turn of the event loop.
  await new Promise(setImmediate);
  const called = rpc.call({ kind: 'certificates', host: 'a.example' });
  standStill(60_000);
  expect(await called).toEqual(answer);
});

test('a request without an answer fails', async () => {
  const rpc = new RpcClient(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const called = rpc.call({ kind: 'certificates', host: 'a.example' });
  standStill(60_000);
  await expect(called).rejects.toThrow('gave no answer');
});
