/**
 * The DNS records that the owner of a custom domain has to create. Source: docs/reference/dns.md ("Records to set"),
 * RFC 1034 section 3.6.2 (no CNAME beside other records, so none at an apex).
 */
import { isIPv6 } from 'node:net';
import { getDomain } from 'tldts';
import type { DnsRecord } from '../core/custom-domain.ts';

/** Where the public reaches the edge. */
export type EdgePlace = {
  readonly hostname: string | undefined;
  /** Canonical IP addresses; empty while none is known. */
  readonly addresses: readonly string[];
};

/** Tells whether a host is the apex of a registered domain, or of a public suffix such as `co.uk` itself. */
export function isApex(host: string): boolean {
  const domain = registrableDomain(host);
  return domain === null || domain === host;
}

/** The domain that was registered, such as `example.co.uk` for every name below it; null for a public suffix. */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: false });
}

/** The hosts that a custom domain answers on. */
export function hostsOf(host: string, redirectToWww: boolean): readonly string[] {
  return redirectToWww ? [host, `www.${host}`] : [host];
}

/** Returns the records for a custom domain; none when it is not known where the edge can be reached. */
export function expectedRecords(host: string, redirectToWww: boolean, edge: EdgePlace): readonly DnsRecord[] {
  return hostsOf(host, redirectToWww).flatMap((name) => recordsOf(name, edge));
}

function recordsOf(name: string, { hostname, addresses }: EdgePlace): readonly DnsRecord[] {
  if (hostname !== undefined && !isApex(name)) return [{ type: 'CNAME', name, value: hostname }];
  if (addresses.length > 0) {
    return addresses.map((value) => ({ type: isIPv6(value) ? 'AAAA' : 'A', name, value }));
  }
  return hostname === undefined ? [] : [{ type: 'ALIAS', name, value: hostname }];
}
