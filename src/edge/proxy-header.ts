/**
 * Reads the header that a load balancer passing TCP puts before a connection's bytes, to say who connected to it.
 * Source: docs/reference/edge.md ("PROXY protocol"); HAProxy's "The PROXY protocol", sections 2.1 (version 1, one line
 * of text) and 2.2 (version 2, binary).
 */
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type ProxyHeader = {
  /** The connection's own bytes begin after these. */
  readonly sizeBytes: number;
  /** Null: the proxy speaks for itself, as in a health check, or names no IP address. */
  readonly clientAddress: string | null;
};

/** `none`: the bytes are not such a header. */
export type ReadProxyHeader = ProxyHeader | 'none' | 'incomplete' | 'malformed';

const textSignature = Buffer.from('PROXY ', 'latin1');
const maxTextBytes = 107;
const binarySignature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const binaryFixedBytes = 16;
/** Addresses take up to 216 bytes; the rest is for extensions, such as the names of the balancer's parts. */
const maxBinaryBytes = 4096;

/** Reads the first bytes of a connection, as many as have come. */
export function readProxyHeader(bytes: Buffer): ReadProxyHeader {
  if (beginsAlike(bytes, textSignature)) {
    return bytes.length < textSignature.length ? 'incomplete' : readText(bytes);
  }
  if (!beginsAlike(bytes, binarySignature)) return 'none';
  return bytes.length < binaryFixedBytes ? 'incomplete' : readBinary(bytes);
}

function beginsAlike(bytes: Buffer, signature: Buffer): boolean {
  const length = Math.min(bytes.length, signature.length);
  return bytes.compare(signature, 0, length, 0, length) === 0;
}

/** `PROXY TCP4 192.0.2.1 198.51.100.1 56324 443`, ended by CRLF; after `UNKNOWN` anything may follow. */
function readText(bytes: Buffer): ReadProxyHeader {
  const end = bytes.subarray(0, maxTextBytes).indexOf('\r\n');
  if (end < 0) return bytes.length < maxTextBytes ? 'incomplete' : 'malformed';
  const [, family, source = '', destination = '', ...ports] = bytes.toString('latin1', 0, end).split(' ');
  const sizeBytes = end + 2;
  if (family === 'UNKNOWN') return { sizeBytes, clientAddress: null };
  const isAddress = family === 'TCP4' ? isIPv4 : family === 'TCP6' ? isPlainIpv6 : undefined;
  if (!isAddress?.(source) || !isAddress(destination)) return 'malformed';
  if (ports.length !== 2 || !ports.every(isPort)) return 'malformed';
  return { sizeBytes, clientAddress: source };
}

function isPlainIpv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%');
}

function isPort(text: string): boolean {
  return /^(?:0|[1-9][0-9]{0,4})$/.test(text) && Number(text) <= 65_535;
}

/** Signature, version and command, family and transport, length of what follows: addresses, ports, extensions. */
function readBinary(bytes: Buffer): ReadProxyHeader {
  const command = bytes.readUInt8(12);
  const family = bytes.readUInt8(13);
  const sizeBytes = binaryFixedBytes + bytes.readUInt16BE(14);
  const isLocal = command === 0x20;
  if (!isLocal && command !== 0x21) return 'malformed';
  if (sizeBytes > maxBinaryBytes) return 'malformed';
  if (bytes.length < sizeBytes) return 'incomplete';
  const addresses = bytes.subarray(binaryFixedBytes, sizeBytes);
  if (isLocal) return { sizeBytes, clientAddress: null };
  if (family === 0x11) {
    return addresses.length < 12
      ? 'malformed'
      : { sizeBytes, clientAddress: addressOf(addresses.subarray(0, 4)) };
  }
  if (family === 0x21) {
    return addresses.length < 36
      ? 'malformed'
      : { sizeBytes, clientAddress: addressOf(addresses.subarray(0, 16)) };
  }
  // Unspecified, a Unix socket, or a datagram: not a client that this connection could have.
  return { sizeBytes, clientAddress: null };
}

function addressOf(bytes: Buffer): string {
  return ipaddr.process(ipaddr.fromByteArray([...bytes]).toString()).toString();
}
