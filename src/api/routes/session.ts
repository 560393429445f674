/**
 * `/session`: signing in with an access token, which the browser no longer needs afterwards. Outside `/api/v1`,
 * because it is about a browser and not about resources. Source: docs/reference/sessions.md.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from '../../control/access-tokens.ts';
import type { Session } from '../../control/sessions.ts';
import type { ControlStore } from '../../control/store.ts';
import { ServiceError } from '../../core/errors.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import type { Authenticator } from '../auth.ts';
import type { CallerLimit } from '../caller-limit.ts';
import { type ForwardingPeers, isSecure } from '../client.ts';
import { makeLive, type RoutingChanges } from '../routing-changes.ts';
import { errorResponses, refTo } from '../schemas/common.ts';
import {
  currentSessionSchema,
  readAccessToken,
  sessionAttributeNames,
  sessionBodySchema,
  sessionSchema,
  sessionToWire,
} from '../schemas/session.ts';
import { csrfTokenOf, refuseOtherOrigins, requireCsrfToken } from '../sessions/csrf.ts';
import { expiredSessionCookie, readSessionCookie, sessionCookie } from '../sessions/session-cookie.ts';

export type SessionParts = {
  readonly store: Pick<ControlStore, 'accounts' | 'sessions'>;
  readonly authenticator: Authenticator;
  readonly limit: CallerLimit;
  readonly peers: ForwardingPeers;
  readonly changes: RoutingChanges;
};

const path = '/session';
const tags = ['Sessions'];
/** No token is needed; the one there is stands in the body. */
const security: [] = [];

export function addSessionRoutes(app: FastifyInstance, parts: SessionParts): void {
  const { store, authenticator, limit, peers, changes } = parts;

  const secretOf = (request: FastifyRequest) =>
    readSessionCookie(request.headers.cookie, isSecure(request, peers));
  const removeCookie = (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('set-cookie', expiredSessionCookie(isSecure(request, peers)));
  const answer = async (session: Session, secret: string) => {
    const account = await store.accounts.find(session.token.accountUuid);
    if (!account) throw new ServiceError('unauthorized', 'the account of the session is gone');
    const token = { ...session.token, lastUsedAt: authenticator.lastUsedAt(session.token) };
    return sessionToWire({ ...session, token }, account, csrfTokenOf(secret));
  };
  /** Before the body is read: refuses clients that guessed too often, and pages of other sites. */
  const refuseStrangers = async (request: FastifyRequest, reply: FastifyReply) => {
    limit.refuseGuessing(request, reply);
    refuseOtherOrigins(request, peers);
    requireJson(request);
  };

  app.post<{ Body: RequestBody | null }>(
    path,
    {
      onRequest: [noStore, refuseStrangers],
      schema: {
        operationId: 'signIn',
        summary: 'Sign in',
        tags,
        security,
        consumes: ['application/json'],
        body: refTo(sessionBodySchema),
        response: {
          201: refTo(sessionSchema, 'The session that has begun.'),
          ...errorResponses(400, 403, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const body = request.body ?? emptyBody;
      let begun: { session: Session; secret: string };
      try {
        refuseUnknownAttributes(body, sessionAttributeNames);
        const token = await authenticator.authenticateToken(readAccessToken(body));
        // Never the secret that the browser sent: an attacker may have put it there.
        const old = secretOf(request);
        const created = await store.sessions.create(token, old === undefined ? undefined : hashToken(old));
        if (!created) throw new ServiceError('unauthorized', 'the access token was revoked');
        begun = created;
      } catch (error) {
        limit.count(request, reply, null);
        throw error;
      }
      const { session, secret } = begun;
      limit.count(request, reply, session.token);
      // Another session may have ended to make room for this one.
      authenticator.forget();
      const maxAgeSeconds = Math.floor((session.expiresAt - session.createdAt) / 1000);
      reply.code(201).header('set-cookie', sessionCookie(secret, maxAgeSeconds, isSecure(request, peers)));
      return answer(session, secret);
    },
  );

  app.get(
    path,
    {
      onRequest: noStore,
      schema: {
        operationId: 'getSession',
        summary: 'Retrieve the session',
        tags,
        security,
        response: { 200: currentSessionSchema, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const secret = secretOf(request);
      if (secret === undefined) return { session: null };
      if (!authenticator.remembersSession(secret)) limit.refuseGuessing(request, reply);
      const session = await authenticator.resume(secret);
      limit.count(request, reply, session?.token ?? null);
      if (session) return { session: await answer(session, secret) };
      removeCookie(request, reply);
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
        tags,
        security,
        response: { 204: { type: 'null', description: 'There is no session now.' }, ...errorResponses(403) },
      },
    },
    async (request, reply) => {
      refuseOtherOrigins(request, peers);
      const secret = secretOf(request);
      if (secret !== undefined) {
        if (!authenticator.remembersSession(secret)) limit.refuseGuessing(request, reply);
        const session = await authenticator.resume(secret);
        limit.count(request, reply, session?.token ?? null);
        if (session) {
          requireCsrfToken(request, secret);
          await store.sessions.end(session.secretSha256);
          authenticator.forget();
          await makeLive(changes, request);
        }
      }
      removeCookie(request, reply);
      return reply.code(204).send();
    },
  );
}

async function noStore(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'same-origin');
}

/** A form of another site can be sent without asking this one; JSON cannot. Errors: `unsupported_media_type`. */
function requireJson(request: FastifyRequest): void {
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === undefined || mediaType === 'application/json') return;
  throw new ServiceError(
    'unsupported_media_type',
    'the Content-Type is not supported; allowed: application/json',
  );
}
