/**
 * What stands before every route under `/api/v1`, the unknown ones included: the access token, then the rate limit.
 * Source: spec section 5, contract section 2 ("Auth", "Rate limit").
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessToken } from '../control/access-tokens.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import type { Authenticator } from './auth.ts';
import type { RateLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The token the request was let in with; null outside `/api/v1`. */
    accessToken: AccessToken | null;
  }
}

const apiPrefix = '/api/v1';

/** Lets a request in, or rejects with the error to answer. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Makes the guard; `rateLimit` null lets everyone ask as often as they like. */
export function createGuard(authenticator: Authenticator, rateLimit: RateLimit | null): Guard {
  return async (request, reply) => {
    // The route that was matched: its path may be spelt in other ways, `/%61pi/v1`. Unknown routes have only the URL.
    if (!isApiPath(request.routeOptions.url ?? request.url)) return;
    const address = `address ${request.ip}`;
    // Whoever guesses tokens is stopped before the store is asked.
    const { authorization } = request.headers;
    if (rateLimit?.isUsedUp(address) && !authenticator.remembers(authorization)) {
      countRequest(rateLimit, address, reply);
    }
    let refusal: unknown;
    try {
      request.accessToken = await authenticator.authenticate(authorization);
    } catch (error) {
      refusal = error;
    }
    if (rateLimit) countRequest(rateLimit, request.accessToken?.uuid ?? address, reply);
    if (refusal !== undefined) throw refusal;
  };
}

function isApiPath(url: string): boolean {
  if (!url.startsWith(apiPrefix)) return false;
  const next = url[apiPrefix.length];
  return next === undefined || next === '/' || next === '?';
}

function countRequest(rateLimit: RateLimit, caller: string, reply: FastifyReply): void {
  const decision = rateLimit.take(caller);
  reply.header('x-ratelimit-limit', decision.limit);
  reply.header('x-ratelimit-remaining', decision.remaining);
  reply.header('x-ratelimit-reset', decision.resetAtSeconds);
  if (!decision.allowed) {
    throw new ServiceError(
      'rate_limited',
      `more than ${decision.limit} requests in a minute; try again in ${decision.retryAfterSeconds} s`,
      { 'retry-after': String(decision.retryAfterSeconds) },
    );
  }
}

/** The token of a request behind the guard. */
export function tokenOf(request: FastifyRequest): AccessToken {
  if (!request.accessToken) throw new ServiceError('unauthorized', 'the Authorization header is missing');
  return request.accessToken;
}

/**
 * The account that a path names, which must be the token's own: another's is not found rather than forbidden, so
 * that nobody learns which exist. Errors: `not_found`, `forbidden` when a token that may only read wants to write.
 */
export function accountOf(
  request: FastifyRequest<{ Params: { account_uuid: string } }>,
  access: 'read' | 'write',
): string {
  const token = tokenOf(request);
  const { account_uuid: named } = request.params;
  if (parseUuid(named) !== token.accountUuid) throw notFound('account', named);
  if (access === 'write' && token.scope !== 'write') {
    throw new ServiceError(
      'forbidden',
      'the access token has scope "read"; this request needs scope "write"',
    );
  }
  return token.accountUuid;
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
