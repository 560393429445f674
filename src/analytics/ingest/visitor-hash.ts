/**
 * A visitor as a number that can't be traced back to a person once its salt is destroyed.
 * Source: docs/reference/visitors.md ("What a visitor is").
 *
 * The message is the custom domain's uuid, the client's address in its one canonical form and the user agent, each but
 * the last ended by a byte that UTF-8 never has: no two visitors make the same message.
 */
import { parseIpAddress } from '../../core/ip-address.ts';
import { saltAfterlifeMs, type VisitorSalt } from '../../core/salt-period.ts';
import { parseIpv4 } from '../lookup/address-number.ts';
import { type SipKey, sipHash24, sipKeyOf } from './siphash.ts';

export type VisitorHash = {
  /** 64 bits, never 0. */
  readonly visitor: bigint;
  /** The same visitor under the salt before, in the first 30 minutes of a salt's time; 0 otherwise. */
  readonly previous: bigint;
};

type HashKey = { readonly fromMs: number; readonly toMs: number; readonly key: SipKey };

const separator = 0xff;
const maxUuidLength = 64;
const maxAddressLength = 64;
/** Of user agents, characters. The spool keeps as many. */
export const maxUserAgentLength = 512;
const maxBytesOfCharacter = 3;
const message = Buffer.alloc(
  (maxUuidLength + maxAddressLength + maxUserAgentLength) * maxBytesOfCharacter + 2,
);

export interface VisitorHashes {
  /** Undefined when there is no salt for that time, as when the record waited for too long. */
  hash(siteUuid: string, clientAddress: string, userAgent: string, atMs: number): VisitorHash | undefined;
}

export class VisitorHasher {
  #keys: readonly HashKey[] = [];

  /** Takes these salts in place of those it had. SipHash's key is the first half of a salt. */
  setSalts(salts: readonly VisitorSalt[]): void {
    this.#keys = salts
      .map(({ fromMs, toMs, key }) => ({ fromMs, toMs, key: sipKeyOf(Buffer.from(key, 'base64')) }))
      .toSorted((a, b) => a.fromMs - b.fromMs);
  }

  /** Whether it has a salt for a time. */
  covers(atMs: number): boolean {
    return this.#keys.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  }

  /** Hashes a visitor at a time; returns undefined when there is no salt for it. */
  hash(domainUuid: string, clientAddress: string, userAgent: string, atMs: number): VisitorHash | undefined {
    const current = this.#keys.findLast(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
    if (!current) return undefined;
    const before =
      atMs - current.fromMs < saltAfterlifeMs
        ? this.#keys.findLast(({ toMs }) => toMs <= current.fromMs)
        : undefined;
    const length = writeMessage(domainUuid, clientAddress, userAgent);
    const hashes = {
      visitor: hashOf(current.key, length),
      previous: before ? hashOf(before.key, length) : 0n,
    };
    // The address stays nowhere.
    message.fill(0, 0, length);
    return hashes;
  }
}

/** 0 stands for none. */
function hashOf(key: SipKey, length: number): bigint {
  return sipHash24(key, message, length) || 1n;
}

function writeMessage(domainUuid: string, clientAddress: string, userAgent: string): number {
  let at = message.write(domainUuid.slice(0, maxUuidLength));
  message[at++] = separator;
  at += message.write(canonical(clientAddress).slice(0, maxAddressLength), at);
  message[at++] = separator;
  const agent = userAgent.length > maxUserAgentLength ? userAgent.slice(0, maxUserAgentLength) : userAgent;
  return at + message.write(agent, at);
}

/** One form for each address; an IPv4-mapped one is the IPv4 address. */
function canonical(clientAddress: string): string {
  if (parseIpv4(clientAddress) >= 0) return clientAddress;
  return parseIpAddress(clientAddress)?.toString() ?? clientAddress;
}
