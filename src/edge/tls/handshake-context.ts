/** What all handshakes of a listener share. Source: docs/reference/tls.md. */
import type { CountedHandshake } from '../../core/handshake-outcome.ts';
import type { ConnectionContext } from '../http1/connection-context.ts';
import type { HostIdentity } from './host-identity.ts';
import type { HostTls } from './host-tls.ts';
import type { IdentityCache } from './identity-cache.ts';
import type { IdentityLookup } from './request-gate.ts';
import type { TicketKeys } from './ticket-keys.ts';

/** The outcome of a connection on the TLS port. */
export type HandshakeOutcome =
  | 'full'
  | 'resumed'
  /** The client names a host that is not served. */
  | 'unknown_name'
  /** The host is served, but has no certificate. */
  | 'no_certificate'
  | 'certificate_unusable'
  /** The application process gave no answer. */
  | 'lookup_failed'
  | 'not_tls'
  | 'malformed'
  | 'timeout'
  /** The client left before it named a host. */
  | 'client_gone'
  /** No version, cipher or protocol in common, a certificate it does not trust, or any other end of a handshake. */
  | 'failed'
  | 'acme_challenge';

export type HandshakeContext = ConnectionContext & {
  readonly identities: IdentityCache;
  readonly ticketKeys: () => TicketKeys;
  /** What a host wants of TLS; a promise rejects when that can't be read. */
  readonly tlsOf: (host: string) => HostTls | Promise<HostTls>;
  /** Whether anything is served on a host. Looks into memory only. */
  readonly isServed: (host: string) => boolean;
  /** Called with a server name that nothing is served on. */
  readonly onUnknownName: (serverName: string, clientAddress: string) => void;
  /** The host whose identity a served host has: itself, or the wildcard that serves it. */
  readonly certifiedHostOf: (host: string) => string;
  /** The host whose certificate is shown to clients that name none. */
  readonly defaultHost: string;
  /** The address of the edge with a certificate of its own that a client connected to. */
  readonly addressAt: (localAddress: string) => string | undefined;
  /** The host whose challenge a server name asks for; undefined: it isn't served. */
  readonly challengedHost: (serverName: string) => string | undefined;
  /** Finds the identity of another host than the connection's own. */
  readonly lookup: IdentityLookup;
  /** Finds the certificate that proves control of a host to a certificate authority. */
  readonly findChallenge: (host: string) => Promise<HostIdentity | null>;
  /** Called once for each connection that names a host that is served, and whose handshake is good or fails by its certificate. */
  readonly onCounted: (host: string, outcome: CountedHandshake, clientAddress: string) => void;
  /** Called once for each connection. */
  readonly onOutcome: (outcome: HandshakeOutcome) => void;
};
