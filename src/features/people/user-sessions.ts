/** `/api/v1/me/sessions`: the browsers that a user is signed in with. Source: docs/reference/people.md ("Users"). */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UserAgentLookup } from '../../analytics/lookup/user-agent.ts';
import type { Authenticator } from '../../api/auth.ts';
import { idOf, notFound, userSessionOf } from '../../api/guard.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { errorResponses, messageSchema, noQuerySchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { UserSessions } from '../sessions/user-session-store.ts';
import { userSessionItemSchema, userSessionItemToWire } from './user-schemas.ts';

type ItemRequest = { Params: { session_uuid: string } };

const collection = '/api/v1/me/sessions';
const tags = ['Users'];

export function addUserSessionRoutes(
  app: FastifyInstance,
  sessions: UserSessions,
  authenticator: Authenticator,
  changes: RoutingChanges,
): void {
  const userAgents = new UserAgentLookup();
  const goLive = async (request: FastifyRequest) => {
    authenticator.forget();
    await makeLive(changes, request);
  };

  app.get(
    collection,
    {
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions',
        description: 'Answers a bare array of the browsers that you are signed in with.',
        tags,
        querystring: noQuerySchema,
        response: {
          200: Type.Array(refTo(userSessionItemSchema), { description: 'The last one used is first.' }),
          ...errorResponses(400, 403),
        },
      },
    },
    async (request) => {
      const own = userSessionOf(request);
      return (await sessions.list(own.user.uuid)).map((session) =>
        userSessionItemToWire(
          { ...session, lastUsedAt: authenticator.sessionLastUsedAt(session) },
          userAgents.find(session.userAgent),
          session.uuid === own.uuid,
        ),
      );
    },
  );

  app.delete(
    collection,
    {
      schema: {
        operationId: 'endOtherSessions',
        summary: 'End all your other sessions',
        description: 'Every session but that of this request ends, on every machine within a second.',
        tags,
        response: { 200: refTo(messageSchema, 'How many have ended.'), ...errorResponses(403) },
      },
    },
    async (request) => {
      const own = userSessionOf(request);
      const count = await sessions.endOthers(own.user.uuid, own.uuid);
      await goLive(request);
      return { message: `${count} other ${count === 1 ? 'session has' : 'sessions have'} ended.` };
    },
  );

  app.delete<ItemRequest>(
    `${collection}/:session_uuid`,
    {
      schema: {
        operationId: 'endSession',
        summary: 'End one of your sessions',
        description: 'The session ends on every machine within a second.',
        tags,
        params: Type.Object({ session_uuid: uuidSchema }),
        response: { 200: refTo(messageSchema, 'A confirmation.'), ...errorResponses(403, 404) },
      },
    },
    async (request) => {
      const own = userSessionOf(request);
      const { session_uuid: named } = request.params;
      const uuid = idOf('session', named);
      if (!(await sessions.end(own.user.uuid, uuid))) throw notFound('session', named);
      await goLive(request);
      return { message: `Session ${uuid} has ended.` };
    },
  );
}
