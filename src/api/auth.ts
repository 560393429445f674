/**
 * Authenticates requests by access token, or by a session of one or of a user. Source: docs/reference/api.md
 * ("Authentication").
 *
 * Results are cached until something may have been revoked; expiry is checked on every request.
 */

import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { ControlStore } from '../control/store.ts';
import type { Clock } from '../core/clock.ts';
import { ServiceError } from '../core/errors.ts';
import { parseOrigin } from '../core/origin.ts';
import { AccessTokens } from '../features/access-tokens/access-token-store.ts';
import { type Session, Sessions } from '../features/sessions/session-store.ts';
import { type UserSession, UserSessions } from '../features/sessions/user-session-store.ts';
import { AccountSettings } from '../features/settings/settings-store.ts';
import { type OpenedKey, SigningSecrets } from '../features/signing-keys/signing-secrets.ts';
import type { AccessToken } from '../resources/access-token.ts';
import { isTokenShaped } from '../secrets/access-token-secret.ts';
import { isSignedTokenShaped, isSignedWith, readClaims, readSignedToken } from '../secrets/signed-token.ts';
import type { SignedCaller, TokenCaller } from './caller.ts';
import { RevisionCache, type RevisionReader } from './revision-cache.ts';

/** A session of a browser: of an access token, or of a user. */
export type BrowserSession = Session | UserSession;

export function isOfUser(session: BrowserSession): session is UserSession {
  return 'user' in session;
}

type Store = Pick<ControlStore, 'database' | 'clock' | 'secretKeys'>;

/** Who sent a token, or why it is refused that an account's key signed. */
export type BearerOutcome =
  | TokenCaller
  | SignedCaller
  | { readonly refusal: ServiceError; readonly accountUuid: string };

const bearer = /^Bearer +([^ ]+) *$/i;

/** The access token in an Authorization field, whether it is valid or not. */
export function bearerSecretOf(authorization: string | undefined): string | undefined {
  return bearer.exec(authorization ?? '')?.[1];
}

export class Authenticator {
  readonly #accessTokens: AccessTokens;
  readonly #userSessions: UserSessions;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #tokens: RevisionCache<AccessToken>;
  readonly #sessions: RevisionCache<BrowserSession>;
  /** By uuid. */
  readonly #signingKeys: RevisionCache<OpenedKey>;
  /** The accounts that allow an origin. */
  readonly #origins: RevisionCache<readonly string[]>;
  /** By uuid of the token. */
  readonly #lastUsed = new Map<string, number>();
  /** By uuid of the user's session. */
  readonly #sessionsLastUsed = new Map<string, number>();

  constructor(store: Store, revision: RevisionReader, clock: Clock, logger: Logger) {
    this.#accessTokens = new AccessTokens(store);
    const tokenSessions = new Sessions(store);
    this.#userSessions = new UserSessions(store);
    this.#clock = clock;
    this.#logger = logger;
    this.#tokens = new RevisionCache((sha256) => this.#accessTokens.findByHash(sha256), revision);
    this.#sessions = new RevisionCache<BrowserSession>(
      async (sha256) =>
        (await tokenSessions.findByHash(sha256)) ?? (await this.#userSessions.findByHash(sha256)),
      revision,
    );
    const keys = new SigningSecrets(store);
    this.#signingKeys = new RevisionCache((uuid) => keys.open(uuid), revision);
    const settings = new AccountSettings(store);
    this.#origins = new RevisionCache((origin) => settings.accountsAllowing(origin), revision);
  }

  /** Answers who sent the token of an Authorization field: an access token, or one that a signing key signed. Errors: `unauthorized`. */
  async authenticateBearer(authorization: string | undefined): Promise<BearerOutcome> {
    const secret = bearerSecretOf(authorization);
    if (secret !== undefined && isSignedTokenShaped(secret)) return this.#checkSigned(secret);
    const token = await this.authenticate(authorization);
    return { kind: 'token', token, accountUuid: token.accountUuid };
  }

  /** The accounts whose settings allow an origin. */
  async accountsAllowing(origin: string): Promise<readonly string[]> {
    // Strangers choose the text: what no account can have set is neither looked up nor kept in memory.
    if (parseOrigin(origin) !== origin) return [];
    return (await this.#origins.find(origin)) ?? [];
  }

  /** Answers the access token of an Authorization field, of any scope. Errors: `unauthorized`. */
  async authenticate(authorization: string | undefined): Promise<AccessToken> {
    if (authorization === undefined) throw unauthorized('the Authorization header is missing', askForBearer);
    const secret = bearerSecretOf(authorization);
    if (secret === undefined)
      throw unauthorized('the Authorization header is not "Bearer <access token>"', askForBearer);
    if (!isTokenShaped(secret))
      throw unauthorized('the access token is not "np_" and 43 base64url characters', askForBearer);
    return this.#checkToken(secret, askForBearer);
  }

  /** Answers the token of a sign-in, which has the form of one. Errors: `unauthorized`, `forbidden` for the scope `analytics`. */
  async authenticateToken(secret: string): Promise<AccessToken> {
    const token = await this.#checkToken(secret, '');
    if (token.scope === 'analytics')
      throw new ServiceError('forbidden', 'a token with the scope "analytics" begins no session');
    return token;
  }

  /** Answers the session that the secret of a cookie belongs to; undefined when it has ended. */
  async resume(secret: string): Promise<BrowserSession | undefined> {
    const session = await this.#sessions.find(hash('sha256', secret));
    const now = this.#clock.now();
    if (!session || session.expiresAt <= now) return undefined;
    if (isOfUser(session)) {
      this.#sessionsLastUsed.set(session.uuid, now);
      return session;
    }
    if (hasExpired(session.token, now)) return undefined;
    this.#lastUsed.set(session.token.uuid, now);
    return session;
  }

  /** Tells whether a field holds a token that is known without asking the store. */
  remembers(authorization: string | undefined): boolean {
    const secret = bearerSecretOf(authorization);
    if (secret === undefined) return false;
    if (!isSignedTokenShaped(secret)) return this.#tokens.has(hash('sha256', secret));
    const signed = readSignedToken(secret);
    return signed !== undefined && this.#signingKeys.has(signed.iss);
  }

  /** Tells the same of the secret of a session. */
  remembersSession(secret: string): boolean {
    return this.#sessions.has(hash('sha256', secret));
  }

  /** Forgets what was found: this process has revoked a token or ended a session. */
  forget(): void {
    this.#tokens.clear();
    this.#sessions.clear();
    this.#signingKeys.clear();
    this.#origins.clear();
  }

  /** When a token was used last, as far as this process has not stored it yet. */
  lastUsedAt(token: AccessToken): number | null {
    return this.#lastUsed.get(token.uuid) ?? token.lastUsedAt;
  }

  /** When a user's session was used last, as far as this process has not stored it yet. */
  sessionLastUsedAt(session: { readonly uuid: string; readonly lastUsedAt: number }): number {
    return this.#sessionsLastUsed.get(session.uuid) ?? session.lastUsedAt;
  }

  /** Stores the times of use gathered since the last call; keeps them for the next when the store is away. */
  async storeLastUsed(): Promise<void> {
    await this.#storeGathered(this.#sessionsLastUsed, (times) => this.#userSessions.touch(times));
    if (this.#lastUsed.size === 0) return;
    await this.#storeGathered(this.#lastUsed, (times) => this.#accessTokens.touch(times));
    // Cached entries carry the old time of use.
    this.forget();
  }

  async #storeGathered(
    times: Map<string, number>,
    store: (gathered: ReadonlyMap<string, number>) => Promise<void>,
  ): Promise<void> {
    if (times.size === 0) return;
    const gathered = new Map(times);
    times.clear();
    try {
      await store(gathered);
    } catch (error) {
      for (const [uuid, usedAt] of gathered) if (!times.has(uuid)) times.set(uuid, usedAt);
      this.#logger.warn({ err: error }, 'storing when access tokens were last used failed; retrying');
    }
  }

  async #checkSigned(text: string): Promise<BearerOutcome> {
    const signed = readSignedToken(text);
    const key = signed && (await this.#signingKeys.find(signed.iss));
    if (!signed || !key || !isSignedWith(signed, key.secret))
      throw unauthorized('no signing key has signed the token, or it is not one with "alg" HS256', '');
    const { uuid: keyUuid, accountUuid } = key;
    const read = readClaims(signed, this.#clock.now());
    if ('problem' in read)
      return { refusal: unauthorized(`the signed token ${read.problem}`, ''), accountUuid };
    const { signedFor, expiresAt } = read;
    const domains = {
      customDomainUuids: 'customDomainUuid' in signedFor ? [signedFor.customDomainUuid] : null,
      externalIds: 'externalId' in signedFor ? [signedFor.externalId] : null,
    };
    return { kind: 'signed', accountUuid, keyUuid, domains, expiresAt };
  }

  async #checkToken(secret: string, advice: string): Promise<AccessToken> {
    const token = await this.#tokens.find(hash('sha256', secret));
    if (!token) throw unauthorized('the access token is unknown or was revoked', advice);
    const now = this.#clock.now();
    if (hasExpired(token, now)) throw unauthorized('the access token has expired', advice);
    this.#lastUsed.set(token.uuid, now);
    return token;
  }
}

function hasExpired({ expiresAt }: AccessToken, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

const askForBearer = '; send "Authorization: Bearer np_…"';

function unauthorized(problem: string, advice: string): ServiceError {
  return new ServiceError('unauthorized', `${problem}${advice}`, { 'www-authenticate': 'Bearer' });
}
