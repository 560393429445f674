/**
 * `/session`: signing in with an access token, or as a user. Outside `/api/v1`, because it is about a browser and not
 * about resources. Source: docs/reference/sessions.md.
 */
import type { FastifyInstance } from 'fastify';
import { type Authenticator, type BrowserSession, isOfUser } from '../../api/auth.ts';
import type { CallerLimit } from '../../api/caller-limit.ts';
import type { ForwardingPeers } from '../../api/client.ts';
import { errorResponses, refTo } from '../../api/schemas/common.ts';
import { refuseOtherOrigins, requireCsrfToken } from '../../api/sessions/csrf.ts';
import type { AccessToken } from '../../resources/access-token.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import type { User } from '../../resources/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { Passwords } from './passwords.ts';
import {
  anySessionSchema,
  currentSessionSchema,
  readAccessToken,
  readCredentials,
  sessionAttributeNames,
  sessionBodySchema,
} from './schemas.ts';
import { noStore, refuseStrangers } from './signed-out.ts';

export type SessionParts = {
  readonly sessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly authenticator: Authenticator;
  readonly limit: CallerLimit;
  readonly peers: ForwardingPeers;
};

const path = '/session';
const tags = ['Sessions'];
/** No token is needed; the one there is stands in the body. */
const security: [] = [];

export function addSessionRoutes(app: FastifyInstance, parts: SessionParts): void {
  const { sessions, passwords, authenticator, limit, peers } = parts;

  app.post<{ Body: RequestBody | null }>(
    path,
    {
      onRequest: [noStore, refuseStrangers(limit, peers)],
      schema: {
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'Takes an `access_token`, or `email` and `password`. A user with a second factor gets 401 `second_factor_required` and sends its `code`, too. Wrong passwords and codes make the next try wait. Sets the session’s cookie (`HttpOnly`, `SameSite=Strict`) and answers the `csrf_token` that later writes need in `X-CSRF-Token`. Takes `application/json` only, from pages of the service’s own origin: others get 403 `origin_forbidden`.',
        tags,
        security,
        consumes: ['application/json'],
        body: refTo(sessionBodySchema),
        response: { 201: anySessionSchema, ...errorResponses(400, 403, 413, 415) },
      },
    },
    async (request, reply) => {
      const body = request.body ?? emptyBody;
      let signedIn: User | AccessToken;
      try {
        refuseUnknownAttributes(body, sessionAttributeNames);
        const credentials = readCredentials(body);
        signedIn = credentials
          ? await passwords.signIn(request, credentials)
          : await authenticator.authenticateToken(readAccessToken(body));
      } catch (error) {
        limit.count(request, reply, null);
        throw error;
      }
      limit.count(request, reply, signedIn.uuid);
      return 'email' in signedIn
        ? sessions.beginWithUser(request, reply, signedIn)
        : sessions.beginWithToken(request, reply, signedIn);
    },
  );

  app.get(
    path,
    {
      onRequest: noStore,
      schema: {
        operationId: 'getSession',
        summary: 'Retrieve the session',
        description:
          'Answers the session whose cookie the request has, with its `csrf_token`: of an access token with its account, or of a user with all memberships.',
        tags,
        security,
        response: { 200: currentSessionSchema, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const secret = sessions.secretOf(request);
      if (secret === undefined) return { session: null };
      if (!authenticator.remembersSession(secret)) limit.refuseGuessing(request, reply);
      const session = await authenticator.resume(secret);
      limit.count(request, reply, session ? idOf(session) : null);
      if (session) return { session: await sessions.answer(session, secret) };
      sessions.removeCookie(request, reply);
      return { session: null };
    },
  );

  app.delete(
    path,
    {
      onRequest: noStore,
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        description:
          'Ends the session and deletes its cookie. Needs `X-CSRF-Token`; without it the answer is 403 `csrf_token_refused`.',
        tags,
        security,
        response: { 204: { type: 'null', description: 'There is no session now.' }, ...errorResponses(403) },
      },
    },
    async (request, reply) => {
      refuseOtherOrigins(request, peers);
      const secret = sessions.secretOf(request);
      if (secret !== undefined) {
        if (!authenticator.remembersSession(secret)) limit.refuseGuessing(request, reply);
        const session = await authenticator.resume(secret);
        limit.count(request, reply, session ? idOf(session) : null);
        if (session) {
          requireCsrfToken(request, secret);
          await sessions.end(request, secret);
        }
      }
      sessions.removeCookie(request, reply);
      return reply.code(204).send();
    },
  );
}

function idOf(session: BrowserSession): string {
  return isOfUser(session) ? session.user.uuid : session.token.uuid;
}
