/**
 * The session ticket keys, with which any worker, even one started later, can resume a client's session
 * without a full handshake.
 * Source: docs/reference/tls.md ("Sessions"); RFC 5077 section 5.5, RFC 8446 sections 2.2 and 4.6.1.
 *
 * The application process makes them and hands them to every worker. They are never stored: with them one could decrypt
 * recorded TLS 1.2 connections that were resumed. So each lives for two periods at most: the first encrypts and
 * decrypts, the second only decrypts.
 */
import { randomBytes } from 'node:crypto';
import { hourMs } from '../../core/time.ts';

/** 48 bytes each, base64: name, HMAC key, AES key, 16 bytes each. */
export type TicketKeys = {
  readonly current: string;
  /** Opens the tickets of the period before. */
  readonly previous: string | null;
};

/** How long a key seals tickets; a ticket is good for at least as long. */
export const ticketPeriodMs: number = 6 * hourMs;

const keyBytes = 48;

export function newTicketKeys(previous: TicketKeys | null): TicketKeys {
  return { current: randomBytes(keyBytes).toString('base64'), previous: previous?.current ?? null };
}
