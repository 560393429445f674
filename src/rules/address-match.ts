/** Addresses and CIDR ranges of a rule, in a form that is compared without allocation. Source: RFC 4632, RFC 4291. */
import ipaddr from 'ipaddr.js';
import { parseIpAddress } from '../core/ip-address.ts';

/** Five numbers a range: the 128 bits of its first address, and how many of them count. */
export type CompiledAddresses = Uint32Array;
/** The 128 bits of an address; IPv4 addresses are those of their mapped form. */
export type AddressBits = readonly [number, number, number, number];

const mappedPrefixBits = 96;

/** Brings an address or a CIDR range to its one form; undefined if it is neither. Bits after the prefix must be 0. */
export function parseRange(text: string): string | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  if (rest.length > 0 || address.includes('%')) return undefined;
  const parsed = parseIpAddress(address);
  if (parsed === undefined) return undefined;
  if (prefix === undefined) return parsed.toString();
  const bits = Number(prefix);
  const isDotted = parsed.kind() === 'ipv4';
  if (!/^\d{1,3}$/.test(prefix) || bits > (isDotted ? 32 : 128) || (isDotted && address.includes(':')))
    return undefined;
  const range = `${parsed.toString()}/${bits}`;
  const first = isDotted
    ? ipaddr.IPv4.networkAddressFromCIDR(range)
    : ipaddr.IPv6.networkAddressFromCIDR(range);
  return first.toString() === parsed.toString() ? range : undefined;
}

/** Takes what {@link parseRange} returned. */
export function compileAddresses(ranges: readonly string[]): CompiledAddresses {
  const compiled = new Uint32Array(ranges.length * 5);
  for (const [index, range] of ranges.entries()) {
    const [address = '', prefix] = range.split('/');
    const bits = addressBits(address);
    if (bits === undefined) continue;
    const offset = prefix === undefined || address.includes(':') ? 0 : mappedPrefixBits;
    compiled.set(bits, index * 5);
    compiled[index * 5 + 4] = prefix === undefined ? 128 : Number(prefix) + offset;
  }
  return compiled;
}

/** Undefined if the text is no address. */
export function addressBits(text: string): AddressBits | undefined {
  const parsed = parseIpAddress(text);
  if (parsed === undefined) return undefined;
  const ipv6 = parsed instanceof ipaddr.IPv4 ? parsed.toIPv4MappedAddress() : parsed;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = ipv6.parts;
  return [(a * 65536 + b) >>> 0, (c * 65536 + d) >>> 0, (e * 65536 + f) >>> 0, (g * 65536 + h) >>> 0];
}

export function includesAddress(ranges: CompiledAddresses, address: AddressBits): boolean {
  for (let at = 0; at < ranges.length; at += 5) if (isInRange(ranges, at, address)) return true;
  return false;
}

function isInRange(ranges: CompiledAddresses, at: number, address: AddressBits): boolean {
  let bits = ranges[at + 4] ?? 0;
  // `::/0` is every IPv6 address and no IPv4 address, though those are compared in their mapped form.
  if (bits < mappedPrefixBits && isIpv4(address)) return false;
  for (let word = 0; word < 4 && bits > 0; word++, bits -= 32) {
    const difference = (ranges[at + word] ?? 0) ^ (address[word] ?? 0);
    if (bits >= 32 ? difference !== 0 : difference >>> (32 - bits) !== 0) return false;
  }
  return true;
}

function isIpv4([first, second, third]: AddressBits): boolean {
  return first === 0 && second === 0 && third === 0xffff;
}
