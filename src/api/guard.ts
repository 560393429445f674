/**
 * Guards every route under `/api/v1`, unknown ones included: first the access token or a session, then the rate
 * limit.
 * Source: docs/reference/api.md ("Authentication", "Rate limit").
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import type { AccessToken } from '../resources/access-token.ts';
import type { Authenticator } from './auth.ts';
import type { CallerLimit } from './caller-limit.ts';
import { type ForwardingPeers, isSecure } from './client.ts';
import { isUnsafe, refuseOtherOrigins, requireCsrfToken } from './sessions/csrf.ts';
import { expiredSessionCookie, readSessionCookie } from './sessions/session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The token the request was let in with; null outside `/api/v1`. */
    accessToken: AccessToken | null;
    /** Whether it came with the cookie of a session. */
    isSession: boolean;
  }
}

const apiPrefixes = ['/api/v1', '/api/v2'] as const;

/** Lets a request in, or rejects with the error to answer. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Makes the guard. A session's cookie is looked at only where no Authorization stands, and holds a browser to what our
 * own pages do.
 */
export function createGuard(authenticator: Authenticator, limit: CallerLimit, peers: ForwardingPeers): Guard {
  return async (request, reply) => {
    // The route that was matched: its path may be spelt in other ways, `/%61pi/v1`. Unknown routes have only the URL.
    if (!isApiPath(request.routeOptions.url ?? request.url)) return;
    const { authorization, cookie } = request.headers;
    const secret =
      authorization === undefined ? readSessionCookie(cookie, isSecure(request, peers)) : undefined;
    const isKnown =
      secret === undefined ? authenticator.remembers(authorization) : authenticator.remembersSession(secret);
    if (!isKnown) limit.refuseGuessing(request, reply);
    let refusal: unknown;
    try {
      if (secret === undefined) request.accessToken = await authenticator.authenticate(authorization);
      else request.accessToken = await admitSession(request, reply, secret);
      request.isSession = secret !== undefined;
    } catch (error) {
      refusal = error;
    }
    limit.count(request, reply, request.accessToken);
    if (refusal !== undefined) throw refusal;
  };

  async function admitSession(
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string,
  ): Promise<AccessToken> {
    // Answers belong to the signed-in user, not to the browser's next user.
    reply.header('cache-control', 'no-store');
    refuseOtherOrigins(request, peers);
    const session = await authenticator.resume(secret);
    if (!session) {
      throw new ServiceError('unauthorized', 'the session has ended; sign in again', {
        'www-authenticate': 'Bearer',
        'set-cookie': expiredSessionCookie(isSecure(request, peers)),
      });
    }
    if (isUnsafe(request.method)) requireCsrfToken(request, secret);
    return session.token;
  }
}

function isApiPath(url: string): boolean {
  const prefix = apiPrefixes.find((known) => url.startsWith(known));
  if (prefix === undefined) return false;
  const next = url[prefix.length];
  return next === undefined || next === '/' || next === '?';
}

/** The token of a request behind the guard. */
export function tokenOf(request: FastifyRequest): AccessToken {
  if (!request.accessToken) throw new ServiceError('unauthorized', 'the Authorization header is missing');
  return request.accessToken;
}

/**
 * The account that a path names, which must be the token's own: another's is not found rather than forbidden, so
 * that an answer doesn't reveal which exist. Errors: `not_found`, `forbidden` when a read-only token wants to write.
 */
export function accountOf(
  request: FastifyRequest<{ Params: { account_uuid: string } }>,
  access: 'read' | 'write',
): string {
  const token = tokenOf(request);
  const { account_uuid: named } = request.params;
  if (parseUuid(named) !== token.accountUuid) throw notFound('account', named);
  if (access === 'write') requireWrite(token);
  return token.accountUuid;
}

/** Refuses a token that may only read. Errors: `forbidden`. */
export function requireWrite(token: AccessToken): void {
  if (token.scope === 'write') return;
  throw new ServiceError('forbidden', 'the access token has scope "read"; this request needs scope "write"');
}

/** Brings a path id to its stored form. Errors: `not_found` when it is not a UUID, as nothing can have it. */
export function idOf(kind: string, text: string): string {
  const uuid = parseUuid(text);
  if (uuid === undefined) throw notFound(kind, text);
  return uuid;
}

/** The error for a resource that does not exist or belongs to another account. */
export function notFound(kind: string, uuid: string): ServiceError {
  return new ServiceError('not_found', `there is no ${kind} ${quoteValue(uuid)}`);
}
