/**
 * Applies the rate limit to requests: authenticated ones count against their access token or
 * user, the others against their
 * address, which bounds guessing of tokens and sessions. Source: docs/reference/api.md ("Rate limit"),
 * draft-ietf-httpapi-ratelimit-headers.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../core/errors.ts';
import { clientAddressOf, type ForwardingPeers } from './client.ts';
import type { RateLimit } from './rate-limit.ts';

export class CallerLimit {
  readonly #rateLimit: RateLimit | null;
  readonly #peers: ForwardingPeers;

  /** `rateLimit` null lets everyone ask as often as they like. */
  constructor(rateLimit: RateLimit | null, peers: ForwardingPeers) {
    this.#rateLimit = rateLimit;
    this.#peers = peers;
  }

  /** Stops an address that has used its requests up, before the store is asked. Errors: `rate_limited`. */
  refuseGuessing(request: FastifyRequest, reply: FastifyReply): void {
    const address = this.#addressOf(request);
    if (this.#rateLimit?.isUsedUp(address)) this.#take(this.#rateLimit, address, reply);
  }

  /**
   * Counts a request of the caller with this id, who may make `most` where that is its own; null counts it against the address.
   * Errors: `rate_limited`.
   */
  count(request: FastifyRequest, reply: FastifyReply, callerId: string | null, most?: number): void {
    if (this.#rateLimit) this.#take(this.#rateLimit, callerId ?? this.#addressOf(request), reply, most);
  }

  #addressOf(request: FastifyRequest): string {
    return `address ${clientAddressOf(request, this.#peers)}`;
  }

  #take(rateLimit: RateLimit, caller: string, reply: FastifyReply, most?: number): void {
    const decision = rateLimit.take(caller, most);
    reply.header('x-ratelimit-limit', decision.limit);
    reply.header('x-ratelimit-remaining', decision.remaining);
    reply.header('x-ratelimit-reset', decision.resetAtSeconds);
    reply.header('ratelimit-policy', `"default";q=${decision.limit};w=60`);
    reply.header('ratelimit', `"default";r=${decision.remaining};t=${decision.retryAfterSeconds}`);
    if (decision.allowed) return;
    throw new ServiceError(
      'rate_limited',
      `more than ${decision.limit} requests in a minute; try again in ${decision.retryAfterSeconds} s`,
      { 'retry-after': String(decision.retryAfterSeconds) },
    );
  }
}
