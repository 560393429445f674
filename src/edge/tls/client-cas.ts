/**
 * Caches the authorities of hosts that ask their visitors for client certificates. Each is kept under its digest, so a change of them
 * is another entry. A worker's file that has another digest than the route, because it is a moment ahead, is read for each handshake
 * until the route follows. Source: docs/reference/tls.md ("Client certificates").
 */
import { clientAuthorities } from '../../certificates/client-authorities.ts';
import type { ClientCa, ClientCaSource } from '../../core/route.ts';

/** At most 16 KiB each. */
const maxKept = 500;

export class ClientCas {
  readonly #source: ClientCaSource;
  readonly #kept = new Map<string, ClientCa>();
  readonly #reading = new Map<string, Promise<ClientCa>>();

  constructor(source: ClientCaSource) {
    this.#source = source;
  }

  /** In the form that OpenSSL reads, with the digest that they have now. Rejects when they can't be read. */
  of(customDomainUuid: string, digest: string): ClientCa | Promise<ClientCa> {
    const kept = this.#kept.get(digest);
    if (kept) {
      this.#kept.delete(digest);
      this.#kept.set(digest, kept);
      return kept;
    }
    const key = `${customDomainUuid} ${digest}`;
    let reading = this.#reading.get(key);
    if (!reading) {
      reading = this.#read(customDomainUuid, digest).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }

  async #read(customDomainUuid: string, digest: string): Promise<ClientCa> {
    const found = await this.#source.clientCaOf(customDomainUuid);
    if (!found) throw new Error('the custom domain asks for no client certificates any more');
    const ca = { digest: found.digest, pem: clientAuthorities(found.pem) };
    if (ca.digest === digest) this.#kept.set(digest, ca);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) break;
      this.#kept.delete(oldest);
    }
    return ca;
  }
}
