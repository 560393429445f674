/** Runs each request as its actor, for the audit trail. Source: docs/reference/audit-trail.md ("Actors"). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, actingAs } from '../control/acting.ts';
import type { User } from '../resources/user.ts';
import { clientAddressOf, type ForwardingPeers } from './client.ts';

/**
 * Covers the handlers of all routes added afterwards. Not earlier than that: what reads a body is called by the socket,
 * and would lose the actor again.
 */
export function actAsCallers(app: FastifyInstance, peers: ForwardingPeers): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { caller, isSession } = request;
    if (!caller) return done();
    if (caller.kind === 'user') return actingAs(userActor(request, peers, caller.session.user), done);
    if (caller.kind === 'operator')
      return actingAs({ kind: 'command_line', uuid: null, name: caller.name, address: null }, done);
    if (caller.kind === 'signed') {
      const address = clientAddressOf(request, peers);
      return actingAs({ kind: 'token', uuid: caller.keyUuid, name: 'signed token', address }, done);
    }
    const { uuid, name } = caller.token;
    const kind = isSession ? 'session' : 'token';
    actingAs({ kind, uuid, name, address: clientAddressOf(request, peers) }, done);
  });
}

/** A user as an actor: by the email address, which is one user's only. */
export function userActor(
  request: FastifyRequest,
  peers: ForwardingPeers,
  { uuid, email }: Pick<User, 'uuid' | 'email'>,
): Actor {
  return { kind: 'user', uuid, name: email, address: clientAddressOf(request, peers) };
}
