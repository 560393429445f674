/**
 * TLS contexts of upstreams that have certificates of their own. They are made of what the worker's file has, once for each
 * upstream and digest, and those used last are kept: a changed setting has another digest. A file that has another digest
 * than the route, because it is a moment ahead, is read for each connection until the route follows.
 * Source: docs/reference/domains.md ("TLS to upstreams").
 */
import type { SecureContext } from 'node:tls';
import { contextOf } from '../../certificates/upstream-tls.ts';
import { errorMessage } from '../../core/error-field.ts';
import type { UpstreamRoute, UpstreamTlsSource } from '../../core/route.ts';
import type { DialFailure } from './dial-failure.ts';

const unreadable = 'this machine does not have the secret key that the tls_client_key is encrypted with';
/** A context takes some 50 KB. */
const maxKept = 1_000;

export class TlsContexts {
  readonly #source: UpstreamTlsSource;
  readonly #kept = new Map<string, SecureContext>();
  readonly #reading = new Map<string, Promise<SecureContext | DialFailure>>();

  constructor(source: UpstreamTlsSource) {
    this.#source = source;
  }

  /** Undefined: the default one. A promise never rejects. */
  of(upstream: UpstreamRoute): SecureContext | undefined | Promise<SecureContext | DialFailure> {
    const { uuid, tlsDigest } = upstream;
    if (tlsDigest === undefined) return undefined;
    const key = `${uuid} ${tlsDigest}`;
    const context = this.#kept.get(key);
    if (context) {
      this.#kept.delete(key);
      this.#kept.set(key, context);
      return context;
    }
    let reading = this.#reading.get(key);
    if (!reading) {
      reading = this.#read(uuid, tlsDigest, key).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }

  async #read(uuid: string, digest: string, key: string): Promise<SecureContext | DialFailure> {
    try {
      const found = await this.#source.upstreamTlsOf(uuid);
      if (!found) return { kind: 'tls', detail: 'the upstream is gone' };
      const { tlsClientKey } = found;
      if (tlsClientKey === null) return { kind: 'client_key_unreadable', detail: unreadable };
      const context = contextOf({ ...found, tlsClientKey });
      if (found.digest === digest) this.#keep(key, context);
      return context;
    } catch (error) {
      const reason = errorMessage(error);
      return { kind: 'tls', detail: `its certificates cannot be used: ${reason}` };
    }
  }

  #keep(key: string, context: SecureContext): void {
    this.#kept.set(key, context);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) return;
      this.#kept.delete(oldest);
    }
  }
}
