/** Runs each request as its actor, for the audit trail. Source: docs/reference/audit-trail.md ("Actors"). */
import type { FastifyInstance } from 'fastify';
import { actingAs } from '../control/acting.ts';
import { clientAddressOf, type ForwardingPeers } from './client.ts';

/**
 * Covers the handlers of all routes added afterwards. Not earlier than that: what reads a body is called by the socket,
 * and would lose the actor again.
 */
export function actAsCallers(app: FastifyInstance, peers: ForwardingPeers): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { accessToken: token, isSession } = request;
    if (!token) return done();
    const kind = isSession ? 'session' : 'token';
    actingAs({ kind, uuid: token.uuid, name: token.name, address: clientAddressOf(request, peers) }, done);
  });
}
