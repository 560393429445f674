/** Hosts that another account gave up, checked against a DNS server of the row's own. */
import { expect } from 'vitest';
import { makeCertificate } from '../support/certificate-maker.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { createDomain, createUpstream, ownOwner, postDomain } from './domain-resources.ts';
import { expectError, newAccount, type Row, timestamp } from './row.ts';

export const ownershipRows: readonly Row[] = [
  {
    source: 'docs/reference/domains.md ("Proof of ownership")',
    statement:
      'a host that another account gave up is served once its TXT record is found; redirects and rules are refused until then',
    postgres: 'claims across transactions',
    codes: ['source_host_taken', 'host_taken'],
    async check(_service, bench) {
      await using server = await TestDnsServer.start(['example.com NS ns1.example.com']);
      const service = await bench.newService({ env: { NAMEPLATE_DNS_SERVERS: server.address } });
      const [shop, old] = ['shop.example.com', 'old.example.com'];
      const own = ownOwner(service);
      const former = await createUpstream(service, own);
      for (const host of [shop, old]) await postDomain(service, own, former, { host });
      await service.api(`${own.upstreams}/${former.uuid}`, { method: 'DELETE', token: own.token });

      const other = await newAccount(service);
      const { token } = other;
      const account = `/api/v1/accounts/${other.accountUuid}`;
      const upstream = await createUpstream(service, { token, upstreams: `${account}/upstreams` });
      const created = await postDomain(service, other, upstream, { host: shop });
      expect(created.status).toBe(201);
      const record = {
        type: 'TXT',
        name: `_nameplate.${shop}`,
        value: expect.stringMatching(/^nameplate-verification=[A-Za-z0-9_-]{43}$/),
      };
      expect(created.body.ownership).toEqual({ status: 'pending', record });
      expect((await service.edge(shop)).status).toBe(404);
      const path = `${upstream.domains}/${created.body.uuid}`;
      const verify = async () =>
        (await service.api(`${path}/verify_dns_records`, { method: 'POST', token })).body;
      const { ownership, dns_check } = await verify();
      expect(ownership).toEqual({ status: 'required', record });
      expect(dns_check.problems).toContainEqual(expect.stringContaining(ownership.record.value));
      expect((await service.edge(shop)).status).toBe(404);

      const redirect = () =>
        service.api(other.redirects, {
          token,
          json: { source_host: old, destination_url: 'https://dest.example' },
        });
      const rules = () =>
        service.api(`${account}/hosts/${old}/rules`, {
          token,
          method: 'PUT',
          json: { rules: [{ then: { block: {} } }] },
        });
      const refused = await redirect();
      expectError(refused, 400, 'source_host_taken', `TXT record _nameplate.${old}`);
      expectError(await rules(), 400, 'host_taken', `TXT record _nameplate.${old}`);
      const [value = ''] = /nameplate-verification=\S+/.exec(refused.body.error) ?? [];
      server.addRecords(
        `_nameplate.${shop} TXT ${ownership.record.value}`,
        `_nameplate.${old} CNAME proof.example.com`,
        `proof.example.com TXT ${value}`,
      );
      expect((await verify()).ownership).toEqual({ status: 'verified', record: null });
      expect((await service.edge(shop)).status).toBe(502);
      expect((await redirect()).status).toBe(201);
      expect((await service.edge(old)).status).toBe(301);
    },
  },
  {
    source: 'docs/reference/domains.md ("Ready")',
    statement:
      'a domain is ready once its records are found and there is a certificate, until that is deleted',
    async check(_service, bench) {
      const host = 'shop.example.com';
      await using server = await TestDnsServer.start([`${host} A 93.184.216.34`]);
      const service = await bench.newService({
        env: { NAMEPLATE_DNS_SERVERS: server.address, NAMEPLATE_EDGE_ADDRESSES: '93.184.216.34' },
      });
      const upstream = await createUpstream(service, ownOwner(service));
      const { path, ...created } = await createDomain(service, service, upstream, { host });
      expect(created).toMatchObject({ ready: false, ready_at: null });
      const verified = await service.api(`${path}/verify_dns_records`, { method: 'POST' });
      expect(verified.body).toMatchObject({ status: 'dns_records_found', ready: false, ready_at: null });
      const { pem, keyPem } = makeCertificate({ sans: [host] });
      const certificates = `/api/v1/accounts/${service.accountUuid}/custom_certificates`;
      const added = await service.api(certificates, { json: { certificate: pem, private_key: keyPem } });
      const { ready, ready_at } = (await service.api(path)).body;
      expect([ready, ready_at]).toEqual([true, expect.stringMatching(timestamp)]);
      for (const list of [upstream.domains, `/api/v1/accounts/${service.accountUuid}/custom_domains`])
        for (const [filter, count] of Object.entries({ true: 1, false: 0 }))
          expect((await service.api(`${list}?ready=${filter}`)).body.pagination).toMatchObject({ count });
      await service.api(`${certificates}/${added.body.uuid}`, { method: 'DELETE' });
      expect((await service.api(path)).body).toMatchObject({ ready: false, ready_at });
    },
  },
];
