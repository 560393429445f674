/**
 * One connection on the TLS port, from its first byte to the end of the handshake. Source: docs/reference/tls.md
 * ("Which certificate a client is shown"); RFC 8446 sections 4.4.2 and 6.2, RFC 6066 section 3, RFC 8737
 * (acme-tls/1).
 *
 * States: hello (gathering the client's first message, in clear text) → identifying (the certificates of the host it
 * names are looked up) → handshaking (OpenSSL has the connection) → handed over to HTTP/1.1 or HTTP/2; or, at any
 * point, closing (an alert or a plain answer is on its way) → closed. All of it may take 10 s. A host that is not
 * served is refused in the first state: that costs no more than reading its name.
 */
import { isIPv6, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { readClientCertificate } from '../../certificates/client-authorities.ts';
import { errorField } from '../../core/error-field.ts';
import {
  type CertificateAlert,
  type CountedHandshake,
  certificateAlerts,
} from '../../core/handshake-outcome.ts';
import { dateLineAt, plainAnswer, serializeAnswer } from '../http1/answer.ts';
import { ClientConnection } from '../http1/connection.ts';
import { headTimeoutMs, lingerMaxBytes, lingerMs } from '../http1/connection-context.ts';
import type { TendedConnection } from '../http1/connection-set.ts';
import { Http2Connection } from '../http2/http2-connection.ts';
import { answerIdLine, newAnswerId } from '../request-id.ts';
import { type ClientHello, readClientHello } from './client-hello.ts';
import type { HandshakeContext, HandshakeOutcome } from './handshake-context.ts';
import type { HostIdentity } from './host-identity.ts';
import type { ClientProof, HostTls } from './host-tls.ts';
import { RequestGate } from './request-gate.ts';
import { encodeProtocols, SecureSocket } from './secure-socket.ts';
import { acmeProtocol, protocols } from './tls-options.ts';

/** TLS alerts that are sent before there is a handshake. Source: RFC 8446 section 6. */
const descriptions = {
  decode_error: 50,
  internal_error: 80,
  unrecognized_name: 112,
  no_application_protocol: 120,
} as const;

type AlertName = keyof typeof descriptions;

const alertRecord = 21;
const fatal = 2;

/** A whole record in clear text, as nothing is encrypted yet. */
function alertOf(name: AlertName): Buffer {
  return Buffer.from([alertRecord, 3, 3, 0, 2, fatal, descriptions[name]]);
}

function alertIn(code: string): CertificateAlert | undefined {
  const name = alertCode.exec(code)?.[1]?.toLowerCase();
  return certificateAlerts.find((alert) => alert === name);
}

type Phase = 'hello' | 'identifying' | 'handshaking' | 'closing' | 'over';

/** Whatever a host wants of its visitors, authorities choose (RFC 8737 section 3). */
const challengeTls: HostTls = { minVersion: 'TLSv1.2', clientCa: undefined };
const offeredProtocols = encodeProtocols([protocols.http2, protocols.http1]);
const acmeProtocols = encodeProtocols([acmeProtocol]);
/** As OpenSSL names the alert that it received: `ERR_SSL_TLSV1_ALERT_UNKNOWN_CA`. */
const alertCode = /_ALERT_([A-Z_]+)$/;
const noBytes = Buffer.alloc(0);
const firstCapital = 0x41;
const lastCapital = 0x5a;

export class Handshake implements TendedConnection {
  /** On the monotonic clock; looked at by the sweep. */
  deadlineTick: number;
  readonly #socket: Socket;
  readonly #context: HandshakeContext;
  #phase: Phase = 'hello';
  #received: Buffer = noBytes;
  #lingerBytes = 0;
  /** Whose certificate is shown; '' while that isn't known, and of challenges. */
  #certifiedHost = '';

  constructor(socket: Socket, context: HandshakeContext) {
    this.#socket = socket;
    this.#context = context;
    this.deadlineTick = performance.now() + headTimeoutMs;
    context.connections.add(this);
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    // A broken connection needs no handling here: `close` follows and cleans up.
    socket.on('error', () => {});
    socket.on('close', () => this.#closed());
  }

  /** What it becomes is retired. */
  retire(): void {}

  /** Nothing has been asked for yet: there is nothing to finish. */
  drain(): void {
    this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Called when the deadline has passed. */
  expire(): void {
    if (this.#phase !== 'closing') this.#over('timeout');
    this.destroy();
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#phase === 'closing') {
      this.#lingerBytes += chunk.length;
      if (this.#lingerBytes > lingerMaxBytes) this.destroy();
      return;
    }
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const hello = readClientHello(this.#received);
    if (hello === 'incomplete') return;
    if (hello === 'not_tls') this.#refuseClearText();
    else if (hello === 'malformed') this.#refuse('malformed', 'decode_error');
    else this.#identify(hello);
  };

  /** Half a hello can't be answered. */
  readonly #onEnd = (): void => {
    if (this.#phase === 'hello' || this.#phase === 'closing') this.destroy();
  };

  #identify(hello: ClientHello): void {
    const { identities, isServed, challengedHost, addressAt, tlsOf, defaultHost } = this.#context;
    const { serverName } = hello;
    const isChallenge = hello.alpn.includes(acmeProtocol);
    const challenged = isChallenge ? challengedHost(serverName) : undefined;
    if (serverName !== '' && challenged === undefined && !isServed(serverName)) {
      if (!isChallenge) this.#context.onUnknownName(serverName, this.#socket.remoteAddress ?? '');
      this.#refuse('unknown_name', 'unrecognized_name');
      return;
    }
    // What the client still sends waits in the socket.
    this.#socket.pause();
    this.#socket.removeListener('data', this.#onData);
    this.#phase = 'identifying';
    if (isChallenge) {
      const finding = this.#context.findChallenge(challenged ?? serverName);
      void this.#whenFound(finding, (identity) => this.#validate(hello, identity));
      return;
    }
    const address = serverName === '' ? addressAt(this.#socket.localAddress ?? '') : undefined;
    if (address === undefined) this.#identifyHost(hello, serverName === '' ? defaultHost : serverName);
    else {
      const finding = Promise.all([identities.find(address), tlsOf(address)]);
      void this.#whenFound(finding, ([identity, tls]) => {
        if (identity) this.#show(hello, hostFieldOf(address), identity, tls);
        else this.#identifyHost(hello, defaultHost);
      });
    }
  }

  #identifyHost(hello: ClientHello, host: string): void {
    const { identities, certifiedHostOf } = this.#context;
    const certified = certifiedHostOf(host);
    this.#certifiedHost = certified;
    const known = identities.peek(certified);
    const tls = this.#context.tlsOf(host);
    if (known !== undefined && !(tls instanceof Promise)) return this.#show(hello, host, known, tls);
    const finding = Promise.all([known === undefined ? identities.find(certified) : known, tls]);
    void this.#whenFound(finding, ([identity, wanted]) => this.#show(hello, host, identity, wanted));
  }

  async #whenFound<Found>(finding: Promise<Found>, goOn: (found: Found) => void): Promise<void> {
    try {
      const found = await finding;
      if (this.#phase === 'identifying') goOn(found);
    } catch {
      if (this.#phase === 'identifying') this.#refuse('lookup_failed', 'internal_error');
    }
  }

  #show(hello: ClientHello, host: string, identity: HostIdentity | null, tls: HostTls): void {
    if (!identity) {
      this.#refuse('no_certificate', 'unrecognized_name');
      return;
    }
    const secureContext = this.#contextOf(identity, hello, tls);
    if (!secureContext) return;
    const { clientCa } = tls;
    const socket = this.#start(secureContext, offeredProtocols, clientCa !== undefined);
    socket.once('_tlsError', (error) => this.#countAlert(error));
    socket.once('secure', () => {
      const { handler, lookup, clock, connections, onExchange, bodyMinRate } = this.#context;
      const proof = clientCa ? proofOf(socket, clientCa.digest) : null;
      const gate = new RequestGate(host, socket.getProtocol() ?? '', identity, proof, lookup, handler);
      const context = { handler: gate, clock, connections, onExchange, bodyMinRate };
      // Each puts itself into the set of connections, and lives there.
      // oxlint-disable-next-line no-new
      if (socket.alpnProtocol === protocols.http2) new Http2Connection(socket, context);
      // oxlint-disable-next-line no-new
      else new ClientConnection(socket, context);
      this.#over(socket.isSessionReused() ? 'resumed' : 'full');
      this.#count('good', '');
      this.#context.connections.delete(this);
    });
  }

  /** The authority only inspects the challenge's certificate; no data follows. */
  #validate(hello: ClientHello, identity: HostIdentity | null): void {
    if (!identity) {
      this.#refuse('no_certificate', 'no_application_protocol');
      return;
    }
    const secureContext = this.#contextOf(identity, hello, challengeTls);
    if (!secureContext) return;
    const socket = this.#start(secureContext, acmeProtocols, false);
    socket.once('secure', () => {
      this.#over('acme_challenge');
      socket.end();
      socket.resume();
    });
  }

  #contextOf(identity: HostIdentity, hello: ClientHello, tls: HostTls): SecureContext | undefined {
    try {
      return identity.contextFor(hello.ticketKeyNames, this.#context.ticketKeys(), tls);
    } catch {
      // Checked when it was stored, but OpenSSL has the last word.
      this.#refuse('certificate_unusable', 'internal_error');
      return undefined;
    }
  }

  #start(secureContext: SecureContext, alpn: Uint8Array, asksForCertificate: boolean): SecureSocket {
    const raw = this.#socket;
    this.#phase = 'handshaking';
    raw.removeListener('end', this.#onEnd);
    raw.unshift(this.#received);
    this.#received = noBytes;
    return new SecureSocket(raw, secureContext, alpn, asksForCertificate);
  }

  /** A browser using `http://` on the port for `https://`: it and its user can read this answer. */
  #refuseClearText(): void {
    const first = this.#received[0] ?? 0;
    if (first < firstCapital || first > lastCapital) {
      this.#over('not_tls');
      this.destroy();
      return;
    }
    const answer = plainAnswer(400, 'This port speaks HTTPS: ask with https:// in front.');
    this.#over('not_tls');
    this.#phase = 'closing';
    this.deadlineTick = performance.now() + lingerMs;
    const now = this.#context.clock.now();
    const added = dateLineAt(now) + answerIdLine(newAnswerId(now));
    this.#socket.end(serializeAnswer(answer, added, false, true), 'latin1');
  }

  #refuse(outcome: HandshakeOutcome, alert: AlertName): void {
    this.#over(outcome);
    if (outcome === 'no_certificate' || outcome === 'certificate_unusable') this.#count(outcome);
    this.#phase = 'closing';
    this.deadlineTick = performance.now() + lingerMs;
    this.#socket.write(alertOf(alert));
    this.#socket.destroySoon();
  }

  /** The client may have refused the certificate. */
  #countAlert(error: unknown): void {
    const alert = this.#phase === 'handshaking' ? alertIn(errorField(error, 'code') ?? '') : undefined;
    if (alert) this.#count(alert);
  }

  #count(outcome: CountedHandshake, clientAddress: string = this.#socket.remoteAddress ?? ''): void {
    if (this.#certifiedHost !== '') this.#context.onCounted(this.#certifiedHost, outcome, clientAddress);
  }

  #over(outcome: HandshakeOutcome): void {
    if (this.#phase === 'over' || this.#phase === 'closing') return;
    this.#phase = 'over';
    this.#context.onOutcome(outcome);
  }

  #closed(): void {
    this.#over(this.#phase === 'handshaking' ? 'failed' : 'client_gone');
    this.#phase = 'over';
    this.#context.connections.delete(this);
  }
}

/** An address as requests name it. */
function hostFieldOf(address: string): string {
  return isIPv6(address) ? `[${address}]` : address;
}

function proofOf(socket: SecureSocket, caDigest: string): ClientProof | null {
  const verified = socket.verifiedCertificate;
  const certificate = verified && readClientCertificate(verified.raw);
  return certificate ? { caDigest, certificate } : null;
}
