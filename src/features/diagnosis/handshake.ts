/**
 * One TLS handshake with a host as the public would do it, and the certificate that it shows. Certificates are judged by the
 * system's authorities and those of `NODE_EXTRA_CA_CERTS`. Source: docs/reference/diagnosis.md ("Steps").
 */
import { connect, type DetailedPeerCertificate, getCACertificates, type TLSSocket } from 'node:tls';
import { errorField, errorMessage } from '../../core/error-field.ts';
import type { HandshakeAddress } from '../../core/host-look.ts';
import type { CertificateCode, HandshakeCode } from './cause-code.ts';

export type ShownCertificate = {
  readonly issuer: string;
  readonly names: readonly string[];
  readonly notBefore: number;
  readonly expiresAt: number;
  /** Why it isn't trusted. */
  readonly code: CertificateCode | null;
};

export type HandshakeOutcome =
  | { readonly kind: 'done'; readonly address: string; readonly certificate: ShownCertificate }
  | { readonly kind: 'failed' | 'skipped'; readonly code: HandshakeCode; readonly cause: string };

type One =
  | { readonly kind: 'done'; readonly certificate: ShownCertificate }
  | { readonly kind: 'refused' | 'silent' | 'no_route' | 'alert' | 'broken'; readonly detail: string };

const timeoutMs = 4_000;
/** As many as ask for the token. */
const maxAddresses = 4;

/** The system's authorities, and those of `NODE_EXTRA_CA_CERTS`. */
export function trustedAuthorities(): readonly string[] {
  const system = getCACertificates('system');
  return [...(system.length > 0 ? system : getCACertificates('bundled')), ...getCACertificates('extra')];
}

/** Shakes hands at each address; the worst outcome counts. Never rejects. */
export async function shakeHands(
  host: string,
  addresses: readonly HandshakeAddress[],
  authorities: readonly string[],
): Promise<HandshakeOutcome> {
  if (addresses.length === 0)
    return { kind: 'skipped', code: 'no_address', cause: `${host} has no address that can be connected to.` };
  const all = await Promise.all(
    addresses.slice(0, maxAddresses).map(async (place) => {
      const outcome = await shakeHandsAt(host, place, authorities);
      return { address: place.address, isOurs: place.isOurs, outcome };
    }),
  );
  const tried = all.filter(({ outcome }) => outcome.kind !== 'no_route');
  const anyOurs = tried.some(({ isOurs, outcome }) => isOurs && outcome.kind === 'done');
  const outcomes = tried.map(({ address, isOurs, outcome }): HandshakeOutcome => {
    switch (outcome.kind) {
      case 'done':
        return { kind: 'done', address, certificate: outcome.certificate };
      case 'refused':
        return failed('port_443_closed', `${address} refuses connections to port 443.`);
      case 'alert':
        return failed(
          'handshake_refused',
          `${address} ends the TLS handshake for ${host}: ${outcome.detail}.`,
        );
      case 'broken':
        return failed('connection_broken', `${address} breaks off connections to port 443.`);
      case 'silent':
      case 'no_route':
        return isOurs && anyOurs
          ? failed('address_unreachable', `${address} doesn't answer on port 443, and others of ours do.`)
          : { kind: 'skipped', code: 'no_answer', cause: `${address} doesn't answer on port 443.` };
      default:
        return outcome satisfies never;
    }
  });
  return (
    outcomes.find(({ kind }) => kind === 'failed') ??
    outcomes.find((each) => each.kind === 'done' && each.certificate.code !== null) ??
    outcomes.find(({ kind }) => kind === 'skipped') ??
    outcomes[0] ?? { kind: 'skipped', code: 'no_answer', cause: `There is no route from here to ${host}.` }
  );
}

function failed(code: HandshakeCode, cause: string): HandshakeOutcome {
  return { kind: 'failed', code, cause };
}

function shakeHandsAt(
  host: string,
  { address, port }: HandshakeAddress,
  authorities: readonly string[],
): Promise<One> {
  return new Promise((resolve) => {
    let isConnected = false;
    const socket = connect({
      host: address,
      port,
      servername: host,
      ca: [...authorities],
      // Judged below.
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    const end = (outcome: One): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => end({ kind: 'silent', detail: '' }), timeoutMs);
    socket.once('connect', () => (isConnected = true));
    socket.once('secureConnect', () => end({ kind: 'done', certificate: shownBy(socket) }));
    socket.once('close', () => end({ kind: 'broken', detail: '' }));
    socket.once('error', (error) => {
      const code = errorField(error, 'code') ?? '';
      const detail = errorMessage(error).replace(/^.*:/s, '').trim();
      if (code === 'ECONNREFUSED') end({ kind: 'refused', detail });
      else if (['ENETUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code))
        end({ kind: 'no_route', detail });
      else if (!isConnected && ['EHOSTUNREACH', 'ETIMEDOUT'].includes(code)) end({ kind: 'silent', detail });
      else if (code.startsWith('ERR_SSL'))
        end({ kind: 'alert', detail: code.slice('ERR_SSL_'.length).toLowerCase().replaceAll('_', ' ') });
      else end({ kind: 'broken', detail });
    });
  });
}

function shownBy(socket: TLSSocket): ShownCertificate {
  const peer = socket.getPeerCertificate(true);
  const { issuer, subjectaltname = '', valid_from, valid_to } = peer;
  return {
    issuer: [issuer?.CN, issuer?.O].flat().filter(Boolean).join(', '),
    names: subjectaltname.split(', ').flatMap((name) => (name.startsWith('DNS:') ? [name.slice(4)] : [])),
    notBefore: Date.parse(valid_from),
    expiresAt: Date.parse(valid_to),
    code: codeOf(socket, peer),
  };
}

function codeOf(
  { authorized, authorizationError }: TLSSocket,
  peer: DetailedPeerCertificate,
): CertificateCode | null {
  if (authorized) return null;
  const isAlone = peer.issuerCertificate === undefined;
  switch (String(errorField(authorizationError, 'code') ?? authorizationError)) {
    case 'CERT_HAS_EXPIRED':
      return 'certificate_expired';
    case 'CERT_NOT_YET_VALID':
      return 'certificate_not_yet_valid';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'certificate_other_name';
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return isAlone ? 'certificate_chain_incomplete' : 'certificate_untrusted';
    default:
      return 'certificate_untrusted';
  }
}
