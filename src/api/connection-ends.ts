/**
 * How connections end when the server stops, or a successor takes over. Node closes those on which a request was
 * answered before; the others would hold up the end until they are cut off. Source: docs/reference/service.md
 * ("Stopping").
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** For a request head that is on its way when the server stops. */
const defaultHeadGraceMs = 500;

/**
 * Has a stop close connections without a complete request head after `headGraceMs`: browsers open some in advance, and send
 * nothing. Has every answer end its connection from then on, or while `isRetiring`. To be called before the server has
 * routes and listens.
 */
export function endConnectionsAtStop(
  app: FastifyInstance,
  isRetiring: () => boolean,
  headGraceMs: number = defaultHeadGraceMs,
): void {
  let isStopping = false;
  const open = new Set<Socket>();
  /** Requests that wait for their answer, by connection. */
  const underWay = new Map<Socket, number>();
  const count = (socket: Socket, change: 1 | -1): void => {
    const requests = (underWay.get(socket) ?? 0) + change;
    if (requests === 0) underWay.delete(socket);
    else underWay.set(socket, requests);
  };
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  app.addHook('preClose', (done) => {
    isStopping = true;
    setTimeout(() => {
      // If the process was paused, what arrived meanwhile hasn't been read yet.
      setImmediate(() => {
        for (const socket of open) if (!underWay.has(socket)) socket.destroy();
      });
    }, headGraceMs).unref();
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping || isRetiring()) reply.header('connection', 'close');
    done(null, payload);
  });
}
