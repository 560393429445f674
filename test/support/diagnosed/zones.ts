/** The name servers of the world, and the resolver that everybody asks. */
import { TestDnsServer } from '../dns-server.ts';
import type { Case } from './cases.ts';
import { edge6, edgeName, places } from './places.ts';

export type ZoneOf = Case & { readonly host: string; readonly domain: string };

/** The resolver, and the first name server. */
export async function startDns(hosts: readonly ZoneOf[]): Promise<[TestDnsServer, TestDnsServer]> {
  const common = [
    `${edgeName} A ${places.edge}`,
    `${edgeName} AAAA ${edge6}`,
    `ns1.dns-host.com A ${places.ns1}`,
    `ns2.dns-host.com A ${places.ns2}`,
    `portal.example.org A ${places.otherServer}`,
  ];
  const linesOf = (one: ZoneOf, records: readonly string[]): string[] => [
    ...(one.isUnregistered ? [] : [`${one.domain} NS ns1.dns-host.com`, `${one.domain} NS ns2.dns-host.com`]),
    ...records.map((record) => `${one.host} ${record.replaceAll('$', one.domain)}`),
    ...(one.zone ?? []).map((line) => line.replaceAll('$', one.domain)),
  ];
  const recordsOf = ({ records = [`A ${places.edge}`] }: ZoneOf): readonly string[] => records;
  const first = hosts.flatMap((one) => linesOf(one, recordsOf(one)));
  const other = hosts.flatMap((one) =>
    linesOf(one, Array.isArray(one.secondServer) ? one.secondServer : recordsOf(one)),
  );
  const resolver = await TestDnsServer.start([...common, ...first]);
  const ns1 = await TestDnsServer.start([...common, ...first], { address: places.ns1, port: 53 });
  const ns2 = await TestDnsServer.start([...common, ...other], { address: places.ns2, port: 53 });
  for (const one of hosts) {
    if (one.secondServer === 'REFUSED') ns2.setFault(one.host, 'SERVFAIL');
    for (const [named, fault] of Object.entries(one.faults ?? {})) {
      const [type, label] = named.includes(' ') ? named.split(' ') : ['*', named];
      const name = label === '' ? one.domain : `${label}.${one.domain}`;
      for (const server of [resolver, ns1, ns2]) server.setFault(name, fault, type === 'CAA' ? 'CAA' : '*');
    }
  }
  return [resolver, ns1];
}
