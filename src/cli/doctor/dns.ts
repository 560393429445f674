/** Checks the edge's public name and addresses, and the DNS servers. Source: docs/reference/dns.md. */
import type { Config } from '../../config/config.ts';
import { canonicalAddresses } from '../../dns/edge-addresses.ts';
import { DnsResolver } from '../../dns/resolver.ts';
import { type Finding, finding } from './finding.ts';

const place = 'edge address';
const resolvers = 'DNS servers';

export async function checkDns({ edge, dnsServers }: Config): Promise<Finding[]> {
  return [
    await checkPlace(edge.publicHostname, edge.publicAddresses, dnsServers),
    ...(await Promise.all(dnsServers.map(checkServer))),
  ];
}

async function checkPlace(
  hostname: string | undefined,
  addresses: readonly string[],
  dnsServers: readonly string[],
): Promise<Finding> {
  const told = addresses.join(', ');
  if (hostname === undefined) {
    return addresses.length === 0
      ? finding(
          'warning',
          place,
          'Neither NAMEPLATE_EDGE_HOSTNAME nor NAMEPLATE_EDGE_ADDRESSES is set, so owners of domains cannot be told which records to create: set one of them.',
        )
      : finding('ok', place, `Domains are to point at ${told}.`);
  }
  const resolver = new DnsResolver(dnsServers);
  const answers = await Promise.all([resolver.a(hostname), resolver.aaaa(hostname)]);
  const found = answers.flatMap(canonicalAddresses);
  const failed = answers.find((answer) => answer.kind === 'failed');
  if (found.length === 0 && failed) {
    return finding(
      'warning',
      place,
      `NAMEPLATE_EDGE_HOSTNAME ${hostname} could not be looked up (${failed.reason}): check the machine's DNS or NAMEPLATE_DNS_SERVERS.`,
    );
  }
  if (found.length === 0) {
    return finding(
      'problem',
      place,
      `NAMEPLATE_EDGE_HOSTNAME ${hostname} has no address: create its A or AAAA record.`,
    );
  }
  const missing = addresses.filter((address) => !found.includes(address));
  if (missing.length > 0) {
    return finding(
      'warning',
      place,
      `${hostname} is at ${found.join(', ')}, but NAMEPLATE_EDGE_ADDRESSES also names ${missing.join(', ')}: make them agree.`,
    );
  }
  return finding('ok', place, `Domains are to point at ${hostname}, which is at ${found.join(', ')}.`);
}

/** Any answer is one, also that there is none. */
async function checkServer(server: string): Promise<Finding> {
  const answer = await new DnsResolver([server]).ns('.');
  if (answer.kind !== 'failed' || !['timeout', 'unreachable'].includes(answer.reason)) {
    return finding('ok', resolvers, `${server} answers.`);
  }
  return finding(
    'problem',
    resolvers,
    `${server} does not answer (${answer.reason}): correct NAMEPLATE_DNS_SERVERS, or let this machine reach it.`,
  );
}
