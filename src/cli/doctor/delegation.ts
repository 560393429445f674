/**
 * Checks that resolvers find the responder's zone: that its parent delegates it to the configured name servers, and that
 * each of them answers. Source: docs/reference/dns-responder.md ("Setting it up").
 */
import { Resolver } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import type { Config } from '../../config/config.ts';
import { errorField } from '../../core/error-field.ts';
import { canonicalAddresses } from '../../dns/edge-addresses.ts';
import { DnsResolver } from '../../dns/resolver.ts';
import { type Finding, finding } from './finding.ts';

const check = 'DNS zone';
const publicPort = 53;

type Responder = NonNullable<Config['responder']>;

/** Nothing to say where there is no zone. */
export async function checkDelegation(
  { responder, dnsServers }: Config,
  port: number = publicPort,
): Promise<Finding[]> {
  if (!responder) return [];
  const servers = await Promise.all(
    responder.nameServers.map((name) => checkServer(name, responder, dnsServers, port)),
  );
  return [await checkZone(responder, dnsServers), ...servers];
}

async function checkZone({ zone, nameServers }: Responder, dnsServers: readonly string[]): Promise<Finding> {
  const wanted = nameServers.map((name) => `${zone} NS ${name}`).join(', ');
  const answer = await new DnsResolver(dnsServers).ns(zone);
  if (answer.kind === 'none')
    return finding('problem', check, `${zone} is not delegated: create ${wanted} in the zone above it.`);
  if (answer.kind === 'failed')
    return finding(
      'warning',
      check,
      `The delegation of ${zone} leads to no answer (${answer.reason}): ${wanted} has to be in the zone above it, and port ${publicPort} of these servers, UDP and TCP, has to lead to NAMEPLATE_DNS_PORT.`,
    );
  const found = answer.records.toSorted();
  if (found.join() === nameServers.toSorted().join())
    return finding('ok', check, `${zone} is delegated to ${found.join(', ')}.`);
  return finding(
    'warning',
    check,
    `${zone} has the name servers ${found.join(', ')}, but NAMEPLATE_DNS_NAMESERVERS says ${nameServers.join(', ')}: make them agree.`,
  );
}

async function checkServer(
  name: string,
  { zone }: Responder,
  dnsServers: readonly string[],
  port: number,
): Promise<Finding> {
  const resolver = new DnsResolver(dnsServers);
  const addresses = (await Promise.all([resolver.a(name), resolver.aaaa(name)])).flatMap(canonicalAddresses);
  if (addresses.length === 0)
    return finding('problem', check, `The name server ${name} has no address: create its A or AAAA record.`);
  const problems = await Promise.all(addresses.map((address) => whyNotAnswering(address, port, zone)));
  const problem = problems.find((each) => each !== undefined);
  if (problem === undefined) return finding('ok', check, `The name server ${name} answers for ${zone}.`);
  return finding(
    'warning',
    check,
    `The name server ${name} does not answer for ${zone}, seen from this machine (${problem}): lead port ${publicPort}, UDP and TCP, to NAMEPLATE_DNS_PORT; some networks merely cannot reach their own public address.`,
  );
}

async function whyNotAnswering(address: string, port: number, zone: string): Promise<string | undefined> {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  resolver.setServers([isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`]);
  try {
    await resolver.resolveSoa(zone);
    return undefined;
  } catch (error) {
    return `${address}: ${errorField(error, 'code') ?? 'no answer'}`;
  }
}
