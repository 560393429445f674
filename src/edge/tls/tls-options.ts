/**
 * Which TLS the edge speaks: 1.2, where a host takes that, and 1.3, with forward secrecy and authenticated encryption only. Source:
 * docs/reference/tls.md ("Versions, ciphers, limits"); RFC 9325 (recommendations for TLS), Mozilla's "intermediate"
 * configuration.
 */
import { constants } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { ticketPeriodMs } from './ticket-keys.ts';

const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** Key exchange that a quantum computer does not undo later (draft-ietf-tls-ecdhe-mlkem). */
export const postQuantumGroup = 'X25519MLKEM768';

/**
 * In the server's order among those that the client has sent a key share of; without one, among those it offers. A post-quantum
 * group comes first where OpenSSL has it, since 3.5.
 */
function keyExchangeGroups(): string {
  const classical = 'X25519:P-256:P-384';
  try {
    createSecureContext({ ecdhCurve: postQuantumGroup });
    return `${postQuantumGroup}:${classical}`;
  } catch {
    return classical;
  }
}

export const tlsOptions: SecureContextOptions = {
  maxVersion: 'TLSv1.3',
  ciphers,
  ecdhCurve: keyExchangeGroups(),
  // The server's order, except that a client which puts ChaCha20 first has no AES in hardware and gets it.
  // Renegotiation is refused: clients used it to make servers compute (CVE-2011-1473).
  secureOptions:
    constants.SSL_OP_CIPHER_SERVER_PREFERENCE |
    constants.SSL_OP_PRIORITIZE_CHACHA |
    constants.SSL_OP_NO_RENEGOTIATION |
    constants.SSL_OP_NO_COMPRESSION,
  sessionTimeout: ticketPeriodMs / 1000,
};

/** In the server's order of preference. */
export const protocols = { http2: 'h2', http1: 'http/1.1' } as const;
/** A certificate authority that validates control of a name (RFC 8737). */
export const acmeProtocol = 'acme-tls/1';
