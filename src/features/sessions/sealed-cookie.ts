/**
 * What a sign-in under way has to know again, in a cookie of its browser, sealed with the secret key: any process can
 * finish what another one began, and none keeps anything for sign-ins that are never finished. Source:
 * docs/reference/openid-connect.md ("A sign-in").
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ForwardingPeers, isSecure } from '../../api/client.ts';
import { cookieField, cookieName, readCookie } from '../../api/sessions/cookies.ts';
import type { SecretKeys } from '../../control/secret-keys.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { SecretKeyError } from '../../secrets/secret-key-error.ts';

const lifetimeMs = 600_000;

type Values = Readonly<Record<string, string>>;

export class SealedCookie {
  readonly #name: string;
  readonly #secretKeys: SecretKeys;
  readonly #peers: ForwardingPeers;
  readonly #clock: Clock;

  /** `name` tells apart what different steps seal: the one's cookie can't be used as the other's. */
  constructor(name: string, secretKeys: SecretKeys, peers: ForwardingPeers, clock: Clock) {
    this.#name = name;
    this.#secretKeys = secretKeys;
    this.#peers = peers;
    this.#clock = clock;
  }

  /** Seals values into the cookie, for 10 minutes. */
  async put(request: FastifyRequest, reply: FastifyReply, values: Values): Promise<void> {
    const content = JSON.stringify({ values, until: this.#clock.now() + lifetimeMs });
    const { keyId, text } = await this.#secretKeys.sealPassing(content, this.#name);
    this.#set(request, reply, `${keyId}.${text}`, lifetimeMs / 1000);
  }

  /** Answers the values and removes the cookie. Errors: `sign_in_expired`. */
  async take(request: FastifyRequest, reply: FastifyReply): Promise<Values> {
    const name = cookieName(this.#name, isSecure(request, this.#peers));
    const value = readCookie(request.headers.cookie, name);
    if (value === undefined) throw signInExpired();
    this.#set(request, reply, '', 0);
    const [keyId = '', text = ''] = value.split('.', 2);
    const { values, until } = await this.#open({ keyId, text });
    if (until <= this.#clock.now()) throw signInExpired();
    return values;
  }

  async #open(sealed: { keyId: string; text: string }): Promise<{ values: Values; until: number }> {
    try {
      const content: { values: Values; until: number } = JSON.parse(
        await this.#secretKeys.unseal(sealed, this.#name),
      );
      return content;
    } catch (error) {
      if (error instanceof SecretKeyError) throw signInExpired();
      throw error;
    }
  }

  #set(request: FastifyRequest, reply: FastifyReply, value: string, maxAgeSeconds: number): void {
    reply.header('set-cookie', cookieField(this.#name, value, maxAgeSeconds, isSecure(request, this.#peers)));
  }
}

export function signInExpired(): ServiceError {
  return new ServiceError(
    'sign_in_expired',
    'the sign-in is over, took longer than 10 minutes, or was begun in another browser; begin again',
  );
}
