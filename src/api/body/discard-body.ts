/** Drops the rest of a refused body. */
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How much of a refused body is read and thrown away before the connection is cut. */
const maxDiscardedBytes = 16 * 1024 * 1024;

const discarding = new WeakSet<Socket>();

/** Whether what arrives now belongs to a request that was answered already. */
export function isDiscarding(socket: Socket): boolean {
  return discarding.has(socket);
}

/**
 * Closing while the client still sends resets the connection, and the reset can overtake the answer.
 * So the rest of a refused body is read, within bounds, before the connection may close.
 */
export function discardBody(request: FastifyRequest, reply: FastifyReply): void {
  const incoming = request.raw;
  const outgoing = reply.raw;
  const { socket } = incoming;
  const closes = !outgoing.shouldKeepAlive;
  const close = () => socket.end();
  discarding.add(socket);
  reply.removeHeader('connection');
  outgoing.shouldKeepAlive = true;
  let left = maxDiscardedBytes;
  incoming.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) incoming.destroy();
  });
  incoming.once('end', () => {
    discarding.delete(socket);
    if (!closes) return;
    if (outgoing.writableFinished) close();
    else outgoing.once('finish', close);
  });
}
