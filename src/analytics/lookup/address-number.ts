/** IP addresses as numbers, read strictly. Source: RFC 6943 section 3.1.1, RFC 4291 section 2.2. */
import ipaddr from 'ipaddr.js';
import { parseIpAddress } from '../../core/ip-address.ts';

const dot = 0x2e;
const zero = 0x30;

/** Reads dotted IPv4, fast: most client addresses are. Returns -1 when it is none. */
export function parseIpv4(text: string): number {
  if (text.length < 7 || text.length > 15) return -1;
  let address = 0;
  let part = -1;
  let parts = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? dot : text.charCodeAt(at);
    if (code === dot) {
      if (part < 0) return -1;
      address = address * 256 + part;
      part = -1;
      parts += 1;
      continue;
    }
    const digit = code - zero;
    if (digit < 0 || digit > 9 || part === 0) return -1;
    part = part < 0 ? digit : part * 10 + digit;
    if (part > 255) return -1;
  }
  return parts === 4 ? address : -1;
}

export type AddressNumber =
  | { readonly family: 4; readonly address: number }
  | { readonly family: 6; readonly high: bigint; readonly low: bigint };

/** Reads any IP address, a zone left out; an IPv4-mapped address is the IPv4 address it stands for. */
export function parseAddressNumber(text: string): AddressNumber | undefined {
  const parsed = parseIpAddress(text);
  if (!parsed) return undefined;
  if (parsed instanceof ipaddr.IPv4) return { family: 4, address: parseIpv4(parsed.toString()) };
  const { parts } = parsed;
  return { family: 6, high: join64(parts, 0), low: join64(parts, 4) };
}

function join64(parts: readonly number[], from: number): bigint {
  const upper = (parts[from] ?? 0) * 0x10000 + (parts[from + 1] ?? 0);
  const lower = (parts[from + 2] ?? 0) * 0x10000 + (parts[from + 3] ?? 0);
  return (BigInt(upper) << 32n) | BigInt(lower);
}
