/**
 * Everything a worker needs to speak TLS: the identities of its hosts, the ticket keys, and the requests for both.
 * Source: docs/reference/tls.md.
 */
import type { Socket } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import type { ClientCaSource, RoutingPatch } from '../../core/route.ts';
import type { ConnectionContext } from '../http1/connection-context.ts';
import type { RoutingTable } from '../routing-table.ts';
import type { RpcClient } from '../rpc-client.ts';
import { AddressHosts } from './address-hosts.ts';
import { ClientCas } from './client-cas.ts';
import { Handshake } from './handshake.ts';
import type { HandshakeContext, HandshakeOutcome } from './handshake-context.ts';
import { HostIdentity } from './host-identity.ts';
import type { HostTls } from './host-tls.ts';
import { HttpChallenge } from './http-challenge.ts';
import { HttpsUpgrade } from './https-upgrade.ts';
import { type CertificateLoader, IdentityCache } from './identity-cache.ts';
import { newTicketKeys, type TicketKeys } from './ticket-keys.ts';

export type TlsPlaneOptions = {
  readonly table: RoutingTable;
  readonly findCertificates: CertificateLoader;
  /** For challenges. */
  readonly rpc: RpcClient;
  readonly defaultHost: string;
  /** Of the edge, with certificates of their own. */
  readonly addresses: readonly string[];
  /** Custom domains may raise it. */
  readonly minVersion: '1.2' | '1.3';
  readonly clientCas: ClientCaSource;
  readonly clock: Clock;
  /** Called with a server name that nothing is served on. */
  readonly onUnknownName: (serverName: string, clientAddress: string) => void;
  readonly onOutcome: (outcome: HandshakeOutcome) => void;
  readonly onCounted: HandshakeContext['onCounted'];
};

export class TlsPlane {
  readonly httpChallenge: HttpChallenge;
  readonly #options: TlsPlaneOptions;
  readonly #identities: IdentityCache;
  readonly #addresses: AddressHosts;
  readonly #clientCas: ClientCas;
  /** Of hosts that want nothing of their own. */
  readonly #ownTls: HostTls;
  /** The application process hands over those of all workers before this one listens. */
  #ticketKeys: TicketKeys = newTicketKeys(null);

  constructor(options: TlsPlaneOptions) {
    this.#options = options;
    const { rpc, findCertificates, addresses, clock } = options;
    this.#addresses = new AddressHosts(addresses);
    this.#identities = new IdentityCache(findCertificates, clock);
    this.#clientCas = new ClientCas(options.clientCas);
    const minVersion = options.minVersion === '1.3' ? 'TLSv1.3' : 'TLSv1.2';
    this.#ownTls = { minVersion, clientCa: undefined };
    this.httpChallenge = new HttpChallenge(
      async (named, token) => {
        const host = this.#addresses.ofHost(named) ?? named;
        return (await rpc.call({ kind: 'http_challenge', host, token })).keyAuthorization;
      },
      (host) => this.#isServed(host) || this.#addresses.ofHost(host) !== undefined,
    );
  }

  setTicketKeys(keys: TicketKeys): void {
    this.#ticketKeys = keys;
  }

  /** Drops what a change of certificates or routes may have invalidated. */
  changed({ hosts, certificateNames = [] }: RoutingPatch): void {
    this.#identities.forget([...certificateNames, ...hosts.flatMap(({ host }) => [host, `www.${host}`])]);
  }

  /** Forgets everything that was found. */
  reloaded(): void {
    this.#identities.clear();
  }

  /** `httpsPort`: where this machine listens for TLS. */
  upgrade(httpsPort: () => number): HttpsUpgrade {
    return new HttpsUpgrade(this.#identities, this.#certifiedHostOf, httpsPort);
  }

  readonly #isServed = (host: string): boolean => {
    const { table, defaultHost } = this.#options;
    return host === defaultHost || table.has(host);
  };

  /** Found certificates are kept by this host, so a million names below a wildcard take the place of one. */
  readonly #certifiedHostOf = (host: string): string => {
    const { table, defaultHost } = this.#options;
    return host === defaultHost ? host : table.certifiedHostOf(host);
  };

  readonly #tlsOf = (host: string): HostTls | Promise<HostTls> => {
    const route = this.#options.table.domainOf(host)?.route;
    if (!route?.tls) return this.#ownTls;
    const { clientCaDigest: digest } = route.tls;
    const minVersion = route.tls.minVersion ? 'TLSv1.3' : this.#ownTls.minVersion;
    if (digest === undefined) return { minVersion, clientCa: undefined };
    const found = this.#clientCas.of(route.uuid, digest);
    if (!(found instanceof Promise)) return { minVersion, clientCa: found };
    return found.then((clientCa) => ({ minVersion, clientCa }));
  };

  /** Serves connections of a listener. */
  readonly serve = (connections: ConnectionContext): ((socket: Socket) => void) => {
    const { rpc, defaultHost, onUnknownName, onOutcome, onCounted } = this.#options;
    const identities = this.#identities;
    const isServed = this.#isServed;
    const certifiedHostOf = this.#certifiedHostOf;
    const context: HandshakeContext = {
      ...connections,
      identities,
      ticketKeys: () => this.#ticketKeys,
      tlsOf: this.#tlsOf,
      isServed,
      onUnknownName,
      certifiedHostOf,
      defaultHost,
      addressAt: (localAddress) => this.#addresses.at(localAddress),
      challengedHost: (serverName) =>
        isServed(serverName) ? serverName : this.#addresses.ofServerName(serverName),
      lookup: async (host) => (isServed(host) ? await identities.find(certifiedHostOf(host)) : null),
      findChallenge: async (host) => {
        const { certificates } = await rpc.call({ kind: 'tls_alpn_challenge', host });
        return certificates.length === 0 ? null : new HostIdentity(host, certificates);
      },
      onOutcome,
      onCounted,
    };
    return (socket) => {
      // oxlint-disable-next-line no-new -- it lives in the connection set until its socket closes
      new Handshake(socket, context);
    };
  };
}
