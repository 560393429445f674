/** Checks of DNS records on every control store, against a real DNS server. Source: docs/reference/dns.md. */

import { pino } from 'pino';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { DomainDns } from '../../src/dns/domain-dns.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../support/control-stores.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { domainOf, storesAt, upstreamOf } from './control-store/stores.ts';

const edge = { publicHostname: 'edge.nameplate.net', publicAddresses: [] };
const edgeRecords = ['edge.nameplate.net A 203.0.113.7', 'example.com NS ns1.example.com'];

onEachControlStore('domain DNS', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  async function openWithDomains(hosts: readonly string[]) {
    const { store, accountUuid, clock } = await openWithAccount();
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('a.example.net'));
    for (const host of hosts)
      await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host));
    const stored = async (host: string) => {
      const domain = await new CustomDomains(store).findByHost(host);
      if (!domain) throw new Error(`no ${host}`);
      return domain;
    };
    return { store, clock, stored };
  }

  test('checks new domains in the background and stores what it found', async () => {
    await using server = await TestDnsServer.start([
      ...edgeRecords,
      'good.example.com CNAME edge.nameplate.net',
      'bad.example.com A 93.184.216.34',
    ]);
    const hosts = ['good.example.com', 'bad.example.com'];
    const { store, stored, clock } = await openWithDomains(hosts);
    const logger = pino({ level: 'silent' });
    const dnsServers = [server.address];
    const dns = new DomainDns(new CustomDomains(store), { dnsServers, edge, clock, logger });
    dns.start();
    await expect
      .poll(async () => (await Promise.all(hosts.map(stored))).map(({ status }) => status))
      .not.toContain('pending_check');
    expect(await stored('good.example.com')).toMatchObject({
      status: 'dns_records_found',
      dns: { failures: 0, report: { problems: [] } },
    });
    expect(await stored('bad.example.com')).toMatchObject({
      status: 'dns_records_not_found',
      dns: {
        lastCheckAt: clock.time,
        failures: 1,
        report: { found: [{ type: 'A', name: 'bad.example.com', value: '93.184.216.34' }] },
      },
    });
    await dns[Symbol.asyncDispose]();
  });

  test('checks one when asked to, and answers it as it is then', async () => {
    await using server = await TestDnsServer.start(edgeRecords);
    const { store, stored } = await openWithDomains(['shop.example.com']);
    await using dns = new DomainDns(new CustomDomains(store), {
      dnsServers: [server.address],
      edge,
      clock: systemClock,
      logger: pino({ level: 'silent' }),
    });
    const { uuid } = await stored('shop.example.com');
    expect(await dns.verifier.verify(uuid)).toMatchObject({ status: 'dns_records_not_found' });
    server.addRecords('shop.example.com CNAME edge.nameplate.net');
    const verified = await dns.verifier.verify(uuid);
    expect(verified).toMatchObject({ status: 'dns_records_found' });
    expect(verified).toEqual(await stored('shop.example.com'));
    expect(dns.records.expected(await stored('shop.example.com'))).toEqual([
      { type: 'CNAME', name: 'shop.example.com', value: 'edge.nameplate.net' },
    ]);
  });

  test('many hosts on silent name servers delay neither the others nor checks on demand', async () => {
    const silent = Array.from({ length: 200 }, (_, number) => `shop-${number}.silent.example.org`);
    const answered = Array.from({ length: 20 }, (_, number) => `shop.customer-${number}.example`);
    await using server = await TestDnsServer.start([
      ...edgeRecords,
      ...answered.map((host) => `${host} CNAME edge.nameplate.net`),
    ]);
    for (const host of silent) server.setFault(host, 'silent');
    // Those that wait longest are taken first.
    const { store, stored } = await openWithDomains([...silent, ...answered]);
    await using dns = new DomainDns(new CustomDomains(store), {
      dnsServers: [server.address],
      edge,
      clock: systemClock,
      logger: pino({ level: 'silent' }),
    });
    const startTick = performance.now();
    dns.start();
    await expect.poll(() => server.questions).toContain(`A ${silent[0]}`);
    const [onDemand = '', ...others] = answered;
    const { uuid } = await stored(onDemand);
    expect(await dns.verifier.verify(uuid)).toMatchObject({ status: 'dns_records_found' });
    expect((await stored(others.at(-1) ?? '')).status).toBe('pending_check');
    // After one time-out of 6 to 8 s.
    await expect
      .poll(async () => (await Promise.all(others.map(stored))).map(({ status }) => status))
      .toEqual(others.map(() => 'dns_records_found'));
    const checks = await Promise.all(silent.map(stored));
    expect(checks.every(({ status }) => status === 'pending_check')).toBe(true);
    // One round of checks, and those that pass every ten seconds: one after another, all would have been checked before.
    const passed = Math.ceil((performance.now() - startTick) / 10_000);
    expect(checks.filter((check) => check.dns.failures > 0).length).toBeLessThanOrEqual(65 + passed);
  });
});
