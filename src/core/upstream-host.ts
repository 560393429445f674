/**
 * Hosts of upstreams as Nameplate stores them: a DNS name, also of a single label, or an IP address.
 * Source: docs/reference/domains.md ("Upstreams"), RFC 3986 section 7.4 (rare forms of IPv4 addresses).
 */
import { type HostnameResult, parseDnsName } from './hostname.ts';
import { parseIpAddress } from './ip-address.ts';

/**
 * Normalises a host: names as parseHostname does, IPv4 in dotted decimal, IPv6 in its shortest form without brackets.
 * Refuses every other way to write an IPv4 address (`127.1`, `0x7f000001`, `010.0.0.1`), because resolvers and
 * connect() disagree on which address it is; also schemes, ports, paths, user info and zones.
 */
export function parseUpstreamHost(text: string): HostnameResult {
  const trimmed = text.trim();
  const bracketed = /^\[(.*)\]$/s.exec(trimmed)?.[1];
  const literal = bracketed ?? trimmed;
  const address = bracketed === undefined || literal.includes(':') ? parseIpAddress(literal) : undefined;
  if (address && literal.includes('%')) return { ok: false, reason: 'it has a zone' };
  if (address) return { ok: true, host: address.toString() };
  const name = parseDnsName(trimmed);
  if (name.ok || name.reason !== 'it is an IP address') return name;
  return {
    ok: false,
    reason: 'it is a number, or an IPv4 address that is not written as four decimal numbers',
  };
}
