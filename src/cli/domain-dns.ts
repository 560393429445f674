/**
 * Which DNS records custom domains need, as the running service would answer. Source: docs/reference/dns.md ("Records
 * to set").
 */
import type { Config } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import type { DnsRecords } from '../core/custom-domain.ts';
import type { CustomDomainAttributes } from '../resources/custom-domain.ts';
import type { OwnNames } from '../resources/read-custom-domain.ts';
import type { RequestBody } from '../resources/request-body.ts';

/** Looks up the addresses of the edge when they are not configured. */
export async function openDnsRecords(config: Config): Promise<DnsRecords> {
  // Loaded when needed: the list of public suffixes takes a tenth of a second that every other command would wait for.
  const { EdgeAddresses } = await import('../dns/edge-addresses.ts');
  const { DnsResolver } = await import('../dns/resolver.ts');
  const openResolver = (signal: AbortSignal) => new DnsResolver(config.dnsServers, signal);
  const edge = new EdgeAddresses({ ...config.edge, zone: config.responder?.zone }, openResolver, systemClock);
  if (config.edge.publicAddresses.length === 0) await edge.refresh();
  return edge;
}

/** What reads custom domains as the running service would; loaded when needed, for the same reason. */
export async function openReaders(config: Config): Promise<{
  readonly readNew: (body: RequestBody) => CustomDomainAttributes;
  readonly readChanged: (body: RequestBody, current: CustomDomainAttributes) => CustomDomainAttributes;
}> {
  const { readChangedCustomDomain, readNewCustomDomain } = await import('../resources/read-custom-domain.ts');
  const own = ownNames(config);
  return {
    readNew: (body) => readNewCustomDomain(body, own),
    readChanged: (body, current) => readChangedCustomDomain(body, current, own),
  };
}

/** The names that new custom domains are checked against. */
export function ownNames({ edge, responder }: Config): OwnNames {
  return { edgeHostname: edge.publicHostname, zone: responder?.zone };
}
