/**
 * The DNS records that the owner of a custom domain has to create. Source: docs/reference/dns.md ("Records to set"),
 * RFC 1034 section 3.6.2 (no CNAME beside other records, so none at an apex).
 */
import { isIPv6 } from 'node:net';
import { challengeLabel } from '../core/challenge-label.ts';
import type { DnsRecord, DomainInDns } from '../core/custom-domain.ts';
import { registrableDomain } from '../core/registered-domain.ts';
import { withoutWildcard } from '../core/wildcard-host.ts';

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

/** The hosts that a custom domain answers on. */
export function hostsOf(host: string, redirectToWww: boolean): readonly string[] {
  return redirectToWww ? [host, `www.${host}`] : [host];
}

/**
 * Returns the records for a custom domain; those that lead visitors to the edge only when it is known where that is, those for
 * challenges only with a `zone`.
 */
export function expectedRecords(
  domain: DomainInDns,
  edge: EdgePlace,
  zone: string | undefined,
): readonly DnsRecord[] {
  const hosts = hostsOf(domain.host, domain.redirectToWww);
  return [
    ...hosts.flatMap((name) => recordsOf(name, edge)),
    ...challengeRecords(domain, zone).map(({ record }) => record),
  ];
}

export type ChallengeRecord = { readonly host: string; readonly record: DnsRecord };

/** The records that lead to where this service answers challenges for the domain's hosts. */
export function challengeRecords(
  { accountUuid, host, redirectToWww, challengeType }: DomainInDns,
  zone: string | undefined,
): readonly ChallengeRecord[] {
  if (challengeType !== 'dns01' || zone === undefined) return [];
  return hostsOf(host, redirectToWww).map((name) => ({
    host: name,
    record: challengeRecord(name, challengeLabel(accountUuid, name), zone),
  }));
}

/** A wildcard is validated at the host below its asterisk. Source: RFC 8555 sections 7.1.3 and 8.4. */
export function challengeRecord(host: string, label: string, zone: string): DnsRecord {
  return { type: 'CNAME', name: `_acme-challenge.${withoutWildcard(host)}`, value: `${label}.${zone}` };
}

function recordsOf(name: string, { hostname, addresses }: EdgePlace): readonly DnsRecord[] {
  if (hostname !== undefined && !isApex(name)) return [{ type: 'CNAME', name, value: hostname }];
  if (addresses.length > 0) {
    return addresses.map((value) => ({ type: isIPv6(value) ? 'AAAA' : 'A', name, value }));
  }
  return hostname === undefined ? [] : [{ type: 'ALIAS', name, value: hostname }];
}
