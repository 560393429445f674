/**
 * Lets pages of other origins use the API, with tokens of the scope `analytics` and signed tokens alone, and never with cookies.
 * Source: docs/reference/signed-tokens.md ("Pages of other origins"), https://fetch.spec.whatwg.org/#http-cors-protocol.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerLimit } from './caller-limit.ts';
import { isApiPath } from './guard.ts';
import { addVary } from './vary.ts';

/** The accounts whose settings allow an origin. */
export interface AllowedOrigins {
  accountsAllowing(origin: string): Promise<readonly string[]>;
}

/** What those tokens need; our client has a key in each POST. */
const preflightFields = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
  'access-control-max-age': '600',
} as const;

const exposed =
  'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';

/**
 * Makes the hook that answers what browsers ask before they send a request. They ask without the token, so any account's
 * origins are let through: what a token may is decided with the request itself. It counts against the address, as each may cost a
 * look-up.
 */
export function createPreflight(origins: AllowedOrigins, limit: CallerLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { origin } = request.headers;
    if (request.method !== 'OPTIONS' || origin === undefined || !isApiPath(request.url)) return undefined;
    limit.count(request, reply, null);
    addVary(reply, 'Origin');
    if ((await origins.accountsAllowing(origin)).length > 0)
      reply.header('access-control-allow-origin', origin).headers(preflightFields);
    return reply.code(204).send();
  };
}

/** Lets a page read the answer to a token of this account, if the account allows its origin. */
export async function allowOrigin(
  origins: AllowedOrigins,
  request: FastifyRequest,
  reply: FastifyReply,
  accountUuid: string,
): Promise<void> {
  addVary(reply, 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !(await origins.accountsAllowing(origin)).includes(accountUuid)) return;
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed });
}
