/**
 * Guards every route under `/api/v1`, unknown ones included: first the access token or a session, then the rate
 * limit. What scopes and roles allow is checked here, and in narrow-access.ts, and nowhere else.
 * Source: docs/reference/api.md ("Authentication", "Rate limit"), docs/reference/people.md ("Roles").
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import type { Access } from '../core/role.ts';
import type { TokenDomains } from '../core/token-domains.ts';
import type { UserSession } from '../features/sessions/user-session-store.ts';
import type { AccountRequests } from './account-requests.ts';
import { type Authenticator, bearerSecretOf, isOfUser } from './auth.ts';
import { type Admission, type Caller, idOfCaller, isGranted, tokenDomainsOf } from './caller.ts';
import type { CallerLimit } from './caller-limit.ts';
import { type ForwardingPeers, isSecure } from './client.ts';
import { isUnsafe, refuseOtherOrigins, requireCsrfToken } from './sessions/csrf.ts';
import { expiredSessionCookie, readSessionCookie } from './sessions/session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request was let in with; null outside `/api/v1`. */
    caller: Admission | null;
    /** Whether it came with the cookie of a session. */
    isSession: boolean;
  }
}

/** Of one external id or custom domain. */
const signedRequestsPerMinute = 600;
/** Where sessions begin, and where assistants ask. */
const closedToNarrow = /^\/(?:session|mcp)(?:[/?]|$)/;
const apiPrefixes = ['/api/v1', '/api/v2'] as const;
/** Names the account of a user's request whose path has none. */
export const accountField = 'x-account';

/** Lets a request in, or rejects with the error to answer. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** What holds for tokens that are limited to custom domains; implemented by narrow-access.ts. */
export interface NarrowAccess {
  /** Lets pages read the answer. */
  open(request: FastifyRequest, reply: FastifyReply, accountUuid: string): Promise<void>;
  /** Errors: `forbidden` for any route but theirs, `not_found` for a custom domain that isn't in the set. */
  require(request: FastifyRequest, accountUuid: string, set: TokenDomains): Promise<void>;
}

/**
 * Makes the guard. A session's cookie is looked at only where no Authorization stands, and holds a browser to what our
 * own pages do.
 */
export function createGuard(
  authenticator: Authenticator,
  limit: CallerLimit,
  accountRequests: AccountRequests,
  peers: ForwardingPeers,
  narrow: NarrowAccess,
): Guard {
  return async (request, reply) => {
    // The route that was matched: its path may be spelt in other ways, `/%61pi/v1`. Unknown routes have only the URL.
    const path = request.routeOptions.url ?? request.url;
    if (!isApiPath(path)) return closedToNarrow.test(path) ? refuseNarrow(request, reply) : undefined;
    const { authorization, cookie } = request.headers;
    const secret =
      authorization === undefined ? readSessionCookie(cookie, isSecure(request, peers)) : undefined;
    const isKnown =
      secret === undefined ? authenticator.remembers(authorization) : authenticator.remembersSession(secret);
    if (!isKnown) limit.refuseGuessing(request, reply);
    let refusal: unknown;
    try {
      if (secret === undefined) {
        const bearer = await authenticator.authenticateBearer(authorization);
        if ('refusal' in bearer) {
          await narrow.open(request, reply, bearer.accountUuid);
          throw bearer.refusal;
        }
        request.caller = bearer;
      } else {
        request.caller = await admitSession(request, reply, secret);
      }
      request.isSession = secret !== undefined;
    } catch (error) {
      refusal = error;
    }
    const { caller } = request;
    const set = caller && tokenDomainsOf(caller);
    const narrowed =
      set && caller.accountUuid !== null ? { set, accountUuid: caller.accountUuid } : undefined;
    if (narrowed) await narrow.open(request, reply, narrowed.accountUuid);
    const most = caller?.kind === 'signed' ? signedRequestsPerMinute : undefined;
    limit.count(request, reply, caller && idOfCaller(caller), most);
    if (refusal !== undefined) throw refusal;
    if (caller) await accountRequests.count(caller);
    if (narrowed) await narrow.require(request, narrowed.accountUuid, narrowed.set);
  };

  /** Elsewhere tokens mean nothing, or are looked at by the route: those that are limited to custom domains are told at once. */
  async function refuseNarrow(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { authorization } = request.headers;
    if (bearerSecretOf(authorization) === undefined) return;
    if (!authenticator.remembers(authorization)) limit.refuseGuessing(request, reply);
    const bearer = await authenticator.authenticateBearer(authorization).catch((error: unknown) => {
      if (error instanceof ServiceError) return undefined;
      throw error;
    });
    if (!bearer) return limit.count(request, reply, null);
    if ('kind' in bearer && tokenDomainsOf(bearer)) throw narrowForbidden();
  }

  async function admitSession(
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string,
  ): Promise<Admission> {
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
    if (isOfUser(session)) return admitUser(request, session);
    const { token } = session;
    return { kind: 'token', token, accountUuid: token.accountUuid };
  }
}

/**
 * Chooses the account: that of the path, the one that `X-Account` names, or the user's oldest. A path with an account
 * that the user has no role in is refused by {@link accountOf}, like that of another token's account.
 */
function admitUser(request: FastifyRequest, session: UserSession): Admission {
  const { memberships } = session;
  const membershipIn = (named: string) =>
    memberships.find(({ accountUuid }) => accountUuid === parseUuid(named));
  const inField = request.headers[accountField];
  const named = typeof inField === 'string' ? membershipIn(inField) : undefined;
  if (inField !== undefined && !named) throw notFound('account', String(inField));
  const inPath = namedInPath(request.params);
  const chosen = (inPath === undefined ? named : membershipIn(inPath)) ?? named ?? memberships[0];
  if (!chosen) return { kind: 'user', session, accountUuid: null };
  return { kind: 'user', session, accountUuid: chosen.accountUuid, role: chosen.role };
}

/** The account that a path names. */
export function namedInPath(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('account_uuid' in params)) return undefined;
  return String(params.account_uuid);
}

export function isApiPath(url: string): boolean {
  const prefix = apiPrefixes.find((known) => url.startsWith(known));
  if (prefix === undefined) return false;
  const next = url[prefix.length];
  return next === undefined || next === '/' || next === '?';
}

/** The caller of a request behind the guard. Errors: `forbidden` for a user who is a member of no account. */
export function callerOf(request: FastifyRequest): Caller {
  const { caller } = request;
  if (!caller) throw new ServiceError('unauthorized', 'the Authorization header is missing');
  if (caller.accountUuid !== null) return caller;
  if (caller.kind === 'operator')
    throw new ServiceError(
      'not_found',
      `there are several accounts, or none; name one with the field "${accountField}"`,
    );
  throw new ServiceError('forbidden', 'you are not a member of any account; ask an owner for an invitation');
}

/** The session of a user, who may be a member of no account. Errors: `forbidden` for access tokens. */
export function userSessionOf(request: FastifyRequest): UserSession {
  if (request.caller?.kind === 'user') return request.caller.session;
  throw new ServiceError('forbidden', 'this request needs the session of a user');
}

/**
 * The account that a path names, which must be the caller's own: another's is not found rather than forbidden, so
 * that an answer doesn't reveal which exist. Errors: `not_found`, `forbidden` when the caller may not do this.
 */
export function accountOf(
  request: FastifyRequest<{ Params: { account_uuid: string } }>,
  access: Access,
): string {
  const { account_uuid: named } = request.params;
  // Of no account, so of none that the path could name.
  if (request.caller?.accountUuid === null) throw notFound('account', named);
  const caller = callerOf(request);
  if (parseUuid(named) !== caller.accountUuid) throw notFound('account', named);
  requireAccess(caller, access);
  return caller.accountUuid;
}

/** Refuses a caller that may not do this in its account. Errors: `forbidden`. */
export function requireAccess(caller: Caller, access: Access): void {
  if (isGranted(caller, access)) return;
  throw new ServiceError('forbidden', describeRefusal(caller, access));
}

/** The error for a token that is limited to custom domains. */
export function narrowForbidden(): ServiceError {
  return new ServiceError(
    'forbidden',
    'the token only reads reports, usage and findings of custom domains; this request needs another one',
  );
}

function describeRefusal(caller: Caller, access: Access): string {
  if (caller.kind === 'user') {
    const wanted = access === 'people' ? 'role "owner"' : 'role "admin" or "owner"';
    return `you have role "${caller.role}" in this account; this request needs ${wanted}`;
  }
  if (access === 'people') return 'access tokens cannot manage people; sign in as an owner of the account';
  return 'the access token has scope "read"; this request needs scope "write"';
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
