/**
 * Server cookies: a client that returns one has received it at its address, so its queries aren't forged.
 * Source: RFC 7873 section 5.2, RFC 9018 section 4 (layout and times); docs/reference/dns-responder.md.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Cookie } from './query.ts';

const version = 1;
/** Version, reserved bytes, time; a hash of 8 bytes follows. */
const prefixLength = 8;
const cookieLength = 16;
const validSeconds = 3_600;
/** Of another clock: that of a machine with the same cookie is ours. */
const aheadSeconds = 300;

export class Cookies {
  readonly #clock: Clock;
  readonly #secret = randomBytes(32);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether this server gave the client at an address its cookie, an hour ago at most. */
  isValid({ client, server }: Cookie, address: string): boolean {
    if (server?.length !== cookieLength || server.readUInt32BE(0) !== version << 24) return false;
    // RFC 1982: times are compared modulo 2^32.
    const age = (this.#seconds - server.readUInt32BE(4)) | 0;
    if (age > validSeconds || age < -aheadSeconds) return false;
    const expected = this.#hash(client, server.subarray(0, prefixLength), address);
    return timingSafeEqual(expected, server.subarray(prefixLength));
  }

  /** A new cookie for the client at an address. */
  make(client: Buffer, address: string): Buffer {
    const prefix = Buffer.alloc(prefixLength);
    prefix.writeUInt8(version, 0);
    prefix.writeUInt32BE(this.#seconds, 4);
    return Buffer.concat([prefix, this.#hash(client, prefix, address)]);
  }

  get #seconds(): number {
    return Math.floor(this.#clock.now() / 1_000) >>> 0;
  }

  #hash(client: Buffer, prefix: Buffer, address: string): Buffer {
    const hash = createHmac('sha256', this.#secret).update(client).update(prefix).update(address);
    return hash.digest().subarray(0, 8);
  }
}
