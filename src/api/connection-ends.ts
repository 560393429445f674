/**
 * How connections end when the server stops, or a successor takes over. Node closes those on which a request was
 * answered before; the others would hold up the end until they are cut off. Source: docs/reference/service.md
 * ("Stopping").
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Has a stop close connections on which nothing was sent yet, as browsers open them in advance, and has every answer end
 * its connection from then on, or while `isRetiring`. To be called before the server has routes and listens.
 */
export function endConnectionsAtStop(app: FastifyInstance, isRetiring: () => boolean): void {
  let isStopping = false;
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', (done) => {
    isStopping = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping || isRetiring()) reply.header('connection', 'close');
    done(null, payload);
  });
}
