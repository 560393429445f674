/**
 * Who is asking: access tokens from the Authorization field. Source: spec section 5, contract section 2 ("Auth").
 *
 * A token that was found is remembered by its hash until the control store is seen to have a newer revision: a
 * revoked token is refused at once by the process that revoked it, and by all others when they next read the log.
 * Expiry is checked on every request.
 */
import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { type AccessToken, type AccessTokens, isTokenShaped } from '../control/access-tokens.ts';
import type { Clock } from '../core/clock.ts';
import { ServiceError } from '../core/errors.ts';

const maxRemembered = 10_000;
const bearer = /^Bearer +([^ ]+) *$/i;

/** Where the newest revision that this process knows of can be read without asking the store. */
export interface SeenRevision {
  readonly newestSeen: number;
}

export class Authenticator {
  readonly #tokens: AccessTokens;
  readonly #revision: SeenRevision;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #remembered = new Map<string, AccessToken>();
  readonly #lastUsed = new Map<string, number>();
  /** The revision as of which `#remembered` is true. */
  #rememberedAt = -1;

  constructor(tokens: AccessTokens, revision: SeenRevision, clock: Clock, logger: Logger) {
    this.#tokens = tokens;
    this.#revision = revision;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Answers the token of an Authorization field. Errors: `unauthorized`. */
  async authenticate(authorization: string | undefined): Promise<AccessToken> {
    if (authorization === undefined) throw unauthorized('the Authorization header is missing');
    const secret = bearer.exec(authorization)?.[1];
    if (secret === undefined) throw unauthorized('the Authorization header is not "Bearer <access token>"');
    if (!isTokenShaped(secret))
      throw unauthorized('the access token is not "np_" and 43 base64url characters');
    const token = await this.#find(hash('sha256', secret));
    if (!token) throw unauthorized('the access token is unknown or was revoked');
    const now = this.#clock.now();
    if (token.expiresAt !== null && token.expiresAt <= now)
      throw unauthorized('the access token has expired');
    this.#lastUsed.set(token.uuid, now);
    return token;
  }

  /** Tells whether a field holds a token that is known without asking the store. */
  remembers(authorization: string | undefined): boolean {
    const secret = bearer.exec(authorization ?? '')?.[1];
    return (
      secret !== undefined &&
      this.#rememberedAt === this.#revision.newestSeen &&
      this.#remembered.has(hash('sha256', secret))
    );
  }

  /** When a token was used last, as far as this process has not stored it yet. */
  lastUsedAt(token: AccessToken): number | null {
    return this.#lastUsed.get(token.uuid) ?? token.lastUsedAt;
  }

  /** Stores the times of use gathered since the last call; keeps them for the next when the store is away. */
  async storeLastUsed(): Promise<void> {
    if (this.#lastUsed.size === 0) return;
    const gathered = new Map(this.#lastUsed);
    this.#lastUsed.clear();
    try {
      await this.#tokens.touch(gathered);
    } catch (error) {
      for (const [uuid, usedAt] of gathered) if (!this.#lastUsed.has(uuid)) this.#lastUsed.set(uuid, usedAt);
      this.#logger.warn(
        { err: error },
        'times of last use of access tokens could not be stored; will try again',
      );
    }
    // What is remembered carries the old time of use.
    this.#remembered.clear();
  }

  async #find(sha256: string): Promise<AccessToken | undefined> {
    const revision = this.#revision.newestSeen;
    if (revision !== this.#rememberedAt) {
      this.#remembered.clear();
      this.#rememberedAt = revision;
    }
    const remembered = this.#remembered.get(sha256);
    if (remembered) return remembered;
    const token = await this.#tokens.findByHash(sha256);
    // A token revoked during the look-up must not be remembered past the revision that revoked it.
    if (token && revision === this.#revision.newestSeen) {
      if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
      this.#remembered.set(sha256, token);
    }
    return token;
  }
}

function unauthorized(problem: string): ServiceError {
  return new ServiceError('unauthorized', `${problem}; send "Authorization: Bearer np_…"`, {
    'www-authenticate': 'Bearer',
  });
}
