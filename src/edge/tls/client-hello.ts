/**
 * Reads a TLS client's first message before any TLS is spoken: the host it names decides whether there is a
 * handshake, and with which certificate.
 * Source: RFC 8446 sections 4.1.2 and 5.1, RFC 6066 section 3 (server_name), RFC 7301 (ALPN), RFC 5077 (tickets).
 *
 * Only what is needed is read; OpenSSL reads the whole message again.
 */

import { VectorReader } from './vector-reader.ts';

export type ClientHello = {
  /** Lower case, without a trailing dot; '' when the client names no host. */
  readonly serverName: string;
  readonly alpn: readonly string[];
  /** The names of the keys that the client's session tickets are sealed with, latin1, 16 bytes each. */
  readonly ticketKeyNames: readonly string[];
};

/** `incomplete`: read on. `not_tls`: the first byte is of no handshake record. `malformed`: what no client would send. */
export type ClientHelloOutcome = ClientHello | 'incomplete' | 'not_tls' | 'malformed';

const handshakeRecord = 22;
const clientHelloMessage = 1;
const recordHeaderBytes = 5;
const maxRecordBytes = 16_384;
/** Much more than any client sends, post-quantum key shares included. */
const maxMessageBytes = 32 * 1024;
/** Enough for a hello with such a key share, 1.5 to 2 kB, in records of 50 bytes. */
const maxRecords = 64;
const messageHeaderBytes = 4;
const versionBytes = 2;
const randomBytes = 32;
const ticketKeyNameBytes = 16;
const ticketAgeBytes = 4;
const extensions = { serverName: 0, alpn: 16, sessionTicket: 35, preSharedKey: 41 } as const;
const hostName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Reads a ClientHello from all bytes received so far. */
export function readClientHello(received: Buffer): ClientHelloOutcome {
  if (received.length === 0) return 'incomplete';
  if (received[0] !== handshakeRecord) return 'not_tls';
  const reader = messageOf(received);
  if (typeof reader === 'string') return reader;
  try {
    return parse(reader);
  } catch (error) {
    if (error instanceof RangeError) return 'malformed';
    throw error;
  }
}

/** Finds the content of the message, put together where it spans several records. */
function messageOf(received: Buffer): VectorReader | 'incomplete' | 'malformed' {
  const fragments: Buffer[] = [];
  let gathered = 0;
  let messageBytes = 0;
  for (let at = 0; at + recordHeaderBytes <= received.length; ) {
    const length = received.readUInt16BE(at + 3);
    if (received[at] !== handshakeRecord || received[at + 1] !== 3 || length === 0 || length > maxRecordBytes)
      return 'malformed';
    const start = at + recordHeaderBytes;
    const fragment = received.subarray(start, start + length);
    fragments.push(fragment);
    gathered += fragment.length;
    // Of the first record only the header may have come so far.
    const type = fragments[0]?.[0];
    if (fragments.length > maxRecords || (type !== undefined && type !== clientHelloMessage))
      return 'malformed';
    if (messageBytes === 0 && gathered >= messageHeaderBytes) {
      const head = fragments.length === 1 ? fragment : Buffer.concat(fragments);
      messageBytes = messageHeaderBytes + head.readUIntBE(1, 3);
      if (messageBytes > maxMessageBytes) return 'malformed';
    }
    if (messageBytes > 0 && gathered >= messageBytes) {
      const message = fragments.length === 1 ? fragment : Buffer.concat(fragments);
      return new VectorReader(message, messageHeaderBytes, messageBytes);
    }
    at = start + length;
  }
  return 'incomplete';
}

function parse(hello: VectorReader): ClientHello {
  let serverName = '';
  let alpn: readonly string[] = [];
  const ticketKeyNames: string[] = [];
  hello.skip(versionBytes + randomBytes);
  hello.skipVector8();
  hello.skipVector16();
  hello.skipVector8();
  // Clients of before 2003 send no extensions at all.
  const end = hello.isAtEnd ? hello.end : hello.enter16();
  while (!hello.isAtEnd) {
    const type = hello.uint16();
    const extensionEnd = hello.enter16();
    if (type === extensions.serverName) serverName = readServerName(hello);
    else if (type === extensions.alpn) alpn = readAlpn(hello);
    else if (type === extensions.sessionTicket) addKeyName(ticketKeyNames, hello);
    else if (type === extensions.preSharedKey) readIdentities(ticketKeyNames, hello);
    hello.leave(extensionEnd, end);
  }
  return { serverName, alpn, ticketKeyNames };
}

/** A name that no host can have is refused later, as unknown. No honest client sends what isn't a name at all. */
function readServerName(hello: VectorReader): string {
  const end = hello.enter16();
  while (!hello.isAtEnd) {
    const isHostName = hello.uint8() === 0;
    const nameEnd = hello.enter16();
    if (isHostName) {
      const name = hello.rest();
      const host = (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
      if (!hostName.test(host)) throw new RangeError('not a host name');
      return host;
    }
    hello.leave(nameEnd, end);
  }
  return '';
}

function readAlpn(hello: VectorReader): readonly string[] {
  const offered: string[] = [];
  const end = hello.enter16();
  while (!hello.isAtEnd) {
    const protocolEnd = hello.enter8();
    offered.push(hello.rest());
    hello.leave(protocolEnd, end);
  }
  return offered;
}

function readIdentities(names: string[], hello: VectorReader): void {
  const end = hello.enter16();
  while (!hello.isAtEnd) {
    const identityEnd = hello.enter16();
    addKeyName(names, hello);
    hello.leave(identityEnd, end);
    hello.skip(ticketAgeBytes);
  }
}

function addKeyName(names: string[], ticket: VectorReader): void {
  if (ticket.left >= ticketKeyNameBytes) names.push(ticket.rest().slice(0, ticketKeyNameBytes));
}
