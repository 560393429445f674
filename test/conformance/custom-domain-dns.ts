/** The DNS records of custom domains, checked against a DNS server of the row's own. */
import { expect } from 'vitest';
import { TestDnsServer } from '../support/dns-server.ts';
import type { ServiceClient } from '../support/service-client.ts';
import {
  createDomain,
  createUpstream,
  ownOwner,
  postDomain,
  put,
  type WireDomain,
} from './domain-resources.ts';
import { type Bench, expectError, type Row, timestamp } from './row.ts';

const source = 'docs/reference/dns.md ("Records to set")';
const edgeHostname = 'edge.nameplate.test';
const edgeRecords = [
  `${edgeHostname} A 93.184.216.34`,
  `${edgeHostname} AAAA 2606:2800:220:1::7`,
  'example.com NS ns1.example.com',
];

/** A service that asks only the given server about DNS. */
function serviceWith(bench: Bench, server: TestDnsServer): Promise<ServiceClient> {
  return bench.newService({
    env: { NAMEPLATE_EDGE_HOSTNAME: edgeHostname, NAMEPLATE_DNS_SERVERS: server.address },
  });
}

async function verify(service: ServiceClient, { path }: { readonly path: string }): Promise<WireDomain> {
  const answer = await service.api(`${path}/verify_dns_records`, { method: 'POST' });
  expect(answer.status).toBe(200);
  return answer.body;
}

export const dnsRows: readonly Row[] = [
  {
    source,
    statement: 'dns_records names the records to create for the host, and for its www. with redirect_to_www',
    async check(_service, bench) {
      const service = await bench.newService({
        env: {
          NAMEPLATE_EDGE_HOSTNAME: edgeHostname,
          NAMEPLATE_EDGE_ADDRESSES: '93.184.216.34, 2606:2800:220:1::7',
        },
      });
      const upstream = await createUpstream(service, ownOwner(service));
      const plain = await createDomain(service, service, upstream, { host: 'shop.example.com' });
      expect(plain.dns_records).toEqual([{ type: 'CNAME', name: 'shop.example.com', value: edgeHostname }]);
      const apex = await createDomain(service, service, upstream, {
        host: 'example.com',
        redirect_to_www: true,
      });
      expect(apex.dns_records).toEqual([
        { type: 'A', name: 'example.com', value: '93.184.216.34' },
        { type: 'AAAA', name: 'example.com', value: '2606:2800:220:1::7' },
        { type: 'CNAME', name: 'www.example.com', value: edgeHostname },
      ]);
      const changed = await put(service, service, apex, { redirect_to_www: false });
      expect(changed.body.dns_records).toEqual(apex.dns_records.slice(0, 2));
    },
  },
  {
    source: 'docs/reference/domains.md ("Custom domains")',
    statement: 'verify_dns_records checks at once and answers the custom domain with what was found',
    async check(_service, bench) {
      await using server = await TestDnsServer.start(edgeRecords);
      const service = await serviceWith(bench, server);
      const upstream = await createUpstream(service, ownOwner(service));
      const domain = await createDomain(service, service, upstream, { host: 'shop.example.com' });
      const missing = await verify(service, domain);
      expect(missing).toMatchObject({
        uuid: domain.uuid,
        status: 'dns_records_not_found',
        last_dns_check_at: expect.stringMatching(timestamp),
        dns_check: { found: [], problems: [expect.stringContaining('shop.example.com')] },
        updated_at: domain.updated_at,
      });
      server.addRecords(`shop.example.com CNAME ${edgeHostname}`);
      const found = await verify(service, domain);
      expect(found).toMatchObject({ status: 'dns_records_found', dns_check: { problems: [] } });
      expect(found.dns_check?.found).toContainEqual({
        type: 'CNAME',
        name: 'shop.example.com',
        value: edgeHostname,
      });
      expect(found.dns_check?.checked_at).toBe(found.last_dns_check_at);
      expect((await service.api(domain.path)).body).toEqual(found);
    },
  },
  {
    source: 'docs/reference/domains.md ("Custom domains")',
    statement: 'verify_dns_records has no attributes',
    codes: ['parameter_unknown'],
    async check(_service, bench) {
      await using server = await TestDnsServer.start(edgeRecords);
      const service = await serviceWith(bench, server);
      const upstream = await createUpstream(service, ownOwner(service));
      const { path } = await createDomain(service, service, upstream);
      const refused = await service.api(`${path}/verify_dns_records`, { json: { host: 'a.example.com' } });
      expectError(refused, 400, 'parameter_unknown', '"host"', 'none');
      expect((await service.api(`${path}/verify_dns_records`, { json: {} })).status).toBe(200);
    },
  },
  {
    source: 'docs/reference/dns.md ("When it is checked")',
    statement: 'new custom domains are checked in the background',
    postgres: 'leases of due rows',
    async check(_service, bench) {
      await using server = await TestDnsServer.start([
        ...edgeRecords,
        `shop.example.com CNAME ${edgeHostname}`,
      ]);
      const service = await serviceWith(bench, server);
      const upstream = await createUpstream(service, ownOwner(service));
      const { path } = await createDomain(service, service, upstream, { host: 'shop.example.com' });
      await expect
        .poll(async () => (await service.api(path)).body.status, { interval: 100 })
        .toBe('dns_records_found');
    },
  },
  {
    source: 'docs/reference/domains.md ("A host belongs to one account")',
    statement: 'the public name of the edge is no custom domain, nor the www. of one',
    codes: ['host_invalid', 'redirect_to_www_invalid'],
    async check(_service, bench) {
      const service = await bench.newService({ env: { NAMEPLATE_EDGE_HOSTNAME: 'www.nameplate.test' } });
      const upstream = await createUpstream(service, ownOwner(service));
      const own = await postDomain(service, service, upstream, { host: 'WWW.nameplate.test' });
      expectError(own, 400, 'host_invalid', 'www.nameplate.test');
      const attributes = { host: 'nameplate.test', redirect_to_www: true };
      const www = await postDomain(service, service, upstream, attributes);
      expectError(www, 400, 'redirect_to_www_invalid', 'www.nameplate.test');
      const domain = await createDomain(service, service, upstream, { host: 'nameplate.test' });
      expectError(await put(service, service, domain, { host: 'www.nameplate.test' }), 400, 'host_invalid');
      expectError(
        await put(service, service, domain, { redirect_to_www: true }),
        400,
        'redirect_to_www_invalid',
      );
    },
  },
];
