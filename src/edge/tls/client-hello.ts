/**
 * Reads the first message of a TLS client, before any TLS is spoken: whom it wants to talk to decides whether it is
 * worth a handshake, and with which certificate.
 * Source: RFC 8446 sections 4.1.2 and 5.1, RFC 6066 section 3 (server_name), RFC 7301 (ALPN), RFC 5077 (tickets).
 *
 * Only what is needed is looked at; OpenSSL reads the message anew and judges the rest.
 */

export type ClientHello = {
  /** Lower case, without a trailing dot; '' when the client names nobody. */
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
/** Much more than any client sends, key shares after quantum computers included. */
const maxMessageBytes = 32 * 1024;
const maxRecords = 16;
const ticketKeyNameBytes = 16;
const extensions = { serverName: 0, alpn: 16, sessionTicket: 35, preSharedKey: 41 } as const;
const hostName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Reads a ClientHello from all bytes received so far. */
export function readClientHello(received: Buffer): ClientHelloOutcome {
  if (received.length === 0) return 'incomplete';
  if (received[0] !== handshakeRecord) return 'not_tls';
  const message = messageOf(received);
  if (typeof message === 'string') return message;
  try {
    return parse(new Reader(message));
  } catch (error) {
    if (error instanceof RangeError) return 'malformed';
    throw error;
  }
}

/** Puts the message together, which may span several records. */
function messageOf(received: Buffer): Buffer | 'incomplete' | 'malformed' {
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
    if (messageBytes === 0 && gathered >= 4) {
      messageBytes = 4 + Buffer.concat(fragments).readUIntBE(1, 3);
      if (messageBytes > maxMessageBytes) return 'malformed';
    }
    if (messageBytes > 0 && gathered >= messageBytes)
      return Buffer.concat(fragments, messageBytes).subarray(4);
    at = start + length;
  }
  return 'incomplete';
}

function parse(hello: Reader): ClientHello {
  let serverName = '';
  let alpn: string[] = [];
  const ticketKeyNames: string[] = [];
  hello.skip(2 + 32);
  hello.vector8();
  hello.vector16();
  hello.vector8();
  // Clients of before 2003 send no extensions at all.
  const all = hello.isAtEnd ? hello : hello.vector16();
  while (!all.isAtEnd) {
    const type = all.uint16();
    const data = all.vector16();
    if (type === extensions.serverName) serverName = readServerName(data);
    else if (type === extensions.alpn) alpn = readAlpn(data.vector16());
    else if (type === extensions.sessionTicket) addKeyName(ticketKeyNames, data);
    else if (type === extensions.preSharedKey) {
      const identities = data.vector16();
      while (!identities.isAtEnd) {
        addKeyName(ticketKeyNames, identities.vector16());
        identities.skip(4);
      }
    }
  }
  return { serverName, alpn, ticketKeyNames };
}

/** A name that no host can have is refused as unknown later on; one that is no name at all has no honest sender. */
function readServerName(data: Reader): string {
  const names = data.vector16();
  while (!names.isAtEnd) {
    const isHostName = names.uint8() === 0;
    const name = names.vector16().text();
    if (!isHostName) continue;
    const host = (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
    if (!hostName.test(host)) throw new RangeError('not a host name');
    return host;
  }
  return '';
}

function readAlpn(list: Reader): string[] {
  const protocols: string[] = [];
  while (!list.isAtEnd) protocols.push(list.vector8().text());
  return protocols;
}

function addKeyName(names: string[], ticket: Reader): void {
  if (ticket.length >= ticketKeyNameBytes) names.push(ticket.text().slice(0, ticketKeyNameBytes));
}

/** Reads numbers and length-prefixed vectors; throws RangeError where the bytes end too soon. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.#advance(1));
  }

  uint16(): number {
    return this.#bytes.readUInt16BE(this.#advance(2));
  }

  skip(bytes: number): void {
    this.#advance(bytes);
  }

  vector8(): Reader {
    return this.#vector(this.uint8());
  }

  vector16(): Reader {
    return this.#vector(this.uint16());
  }

  text(): string {
    return this.#bytes.toString('latin1');
  }

  #vector(length: number): Reader {
    const start = this.#advance(length);
    return new Reader(this.#bytes.subarray(start, start + length));
  }

  #advance(bytes: number): number {
    const start = this.#at;
    if (start + bytes > this.#bytes.length) throw new RangeError('the message ends too soon');
    this.#at = start + bytes;
    return start;
  }
}
