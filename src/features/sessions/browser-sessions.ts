/** Begins, answers and ends the sessions of browsers, of access tokens and of users. Source: docs/reference/sessions.md. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Authenticator, type BrowserSession, isOfUser } from '../../api/auth.ts';
import { clientAddressOf, type ForwardingPeers, isSecure } from '../../api/client.ts';
import type { ApiParts } from '../../api/parts.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { csrfTokenOf } from '../../api/sessions/csrf.ts';
import { expiredSessionCookie, readSessionCookie, sessionCookie } from '../../api/sessions/session-cookie.ts';
import { clientNetworkOf } from '../../core/client-network.ts';
import { ServiceError } from '../../core/errors.ts';
import type { AccessToken } from '../../resources/access-token.ts';
import type { User } from '../../resources/user.ts';
import { hashToken } from '../../secrets/access-token-secret.ts';
import { Accounts } from '../accounts/account-store.ts';
import { sessionToWire, userSessionToWire } from './schemas.ts';
import { Sessions } from './session-store.ts';
import { UserSessions } from './user-session-store.ts';

type Wire = Record<string, unknown>;

export class BrowserSessions {
  readonly #accounts: Accounts;
  readonly #tokenSessions: Sessions;
  readonly #userSessions: UserSessions;
  readonly #authenticator: Authenticator;
  readonly #peers: ForwardingPeers;
  readonly #changes: RoutingChanges;

  constructor({
    store,
    authenticator,
    peers,
    changes,
  }: Pick<ApiParts, 'store' | 'authenticator' | 'peers' | 'changes'>) {
    this.#accounts = new Accounts(store);
    this.#tokenSessions = new Sessions(store);
    this.#userSessions = new UserSessions(store);
    this.#authenticator = authenticator;
    this.#peers = peers;
    this.#changes = changes;
  }

  /** The secret in the browser's cookie. */
  secretOf(request: FastifyRequest): string | undefined {
    return readSessionCookie(request.headers.cookie, isSecure(request, this.#peers));
  }

  /** Begins a session of a token; answers it for the browser. Errors: `unauthorized` for one that was revoked. */
  async beginWithToken(request: FastifyRequest, reply: FastifyReply, token: AccessToken): Promise<Wire> {
    const old = this.#oldHash(request);
    const begun = await this.#tokenSessions.create(token, old);
    if (!begun) throw new ServiceError('unauthorized', 'the access token was revoked');
    if (old !== undefined) await this.#userSessions.endByHash(old);
    return this.#begin(request, reply, begun.session, begun.secret);
  }

  /** Begins a session of a user; answers it for the browser. Errors: `unauthorized` for one who was deleted. */
  async beginWithUser(request: FastifyRequest, reply: FastifyReply, user: User): Promise<Wire> {
    const old = this.#oldHash(request);
    const device = {
      userAgent: request.headers['user-agent'] ?? '',
      network: clientNetworkOf(clientAddressOf(request, this.#peers)),
    };
    const begun = await this.#userSessions.create(user.uuid, device);
    if (!begun) throw new ServiceError('unauthorized', 'the user was deleted');
    if (old !== undefined) await this.#endByHash(old);
    return this.#begin(request, reply, begun.session, begun.secret);
  }

  /** The session as its browser sees it. */
  async answer(session: BrowserSession, secret: string): Promise<Wire> {
    const csrfToken = csrfTokenOf(secret);
    if (isOfUser(session)) {
      const accounts = await this.#accounts.findMany(
        session.memberships.map(({ accountUuid }) => accountUuid),
      );
      return userSessionToWire(session, accounts, csrfToken);
    }
    const account = await this.#accounts.find(session.token.accountUuid);
    if (!account) throw new ServiceError('unauthorized', 'the account of the session is gone');
    const token = { ...session.token, lastUsedAt: this.#authenticator.lastUsedAt(session.token) };
    return sessionToWire({ ...session, token }, account, csrfToken);
  }

  /** Ends the session with this secret, on all machines. */
  async end(request: FastifyRequest, secret: string): Promise<void> {
    await this.#endByHash(hashToken(secret));
    this.#authenticator.forget();
    await makeLive(this.#changes, request);
  }

  removeCookie(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', expiredSessionCookie(isSecure(request, this.#peers)));
  }

  /** The browser's session, which a new one replaces. Its secret is never used again: an attacker may have put it there. */
  #oldHash(request: FastifyRequest): string | undefined {
    const old = this.secretOf(request);
    return old === undefined ? undefined : hashToken(old);
  }

  async #endByHash(sha256: string): Promise<void> {
    if (!(await this.#tokenSessions.end(sha256))) await this.#userSessions.endByHash(sha256);
  }

  #begin(
    request: FastifyRequest,
    reply: FastifyReply,
    session: BrowserSession,
    secret: string,
  ): Promise<Wire> {
    // Another session may have ended to make room for this one.
    this.#authenticator.forget();
    const maxAgeSeconds = Math.floor((session.expiresAt - session.createdAt) / 1000);
    const cookie = sessionCookie(secret, maxAgeSeconds, isSecure(request, this.#peers));
    reply.code(201).header('set-cookie', cookie);
    return this.answer(session, secret);
  }
}
