import { once } from 'node:events';
import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openRawUpstream } from '../../../test/support/raw-upstream.ts';
import { UpstreamConnection } from './upstream-connection.ts';

it('ends its side after all that was gathered, also while a write is under way', async () => {
  const upstream = await openRawUpstream(({ socket }) => socket.pause());
  const socket = net.connect(upstream.port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  const connection = new UpstreamConnection(socket, () => {});
  const size = 32 * 1024 * 1024;
  const sending = {
    method: 'GET',
    accepts: () => false,
    interim: () => {},
    answered: () => {},
    switched: () => {},
    answerContent: () => {},
    answerPause: () => {},
    answerEnd: () => {},
    failed: () => {},
    canSend: () => {
      connection.outbox.flush();
    },
  };
  connection.begin(sending);
  connection.outbox.bytes(Buffer.alloc(size, 'x'), 0, size);
  connection.outbox.flush();
  connection.outbox.text('tail');
  connection.endSending();
  const received = await upstream.next();
  received.socket.resume();
  await received.until(() => received.hasEnded);
  expect(received.received.length).toBe(size + 4);
  expect(received.received.endsWith('xtail')).toBe(true);
});
