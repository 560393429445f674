/**
 * A neighbour with domains in zones whose name servers are silent: another account's domains are checked all the same.
 * Source: docs/reference/limits.md ("Shares"), docs/reference/dns.md ("Slow name servers").
 */

import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { DomainDns } from '../../src/dns/domain-dns.ts';
import type { CheckQueue } from '../../src/dns/verifier.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import type { CustomDomain } from '../../src/features/custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { domainOf, upstreamOf } from '../contract/control-store/stores.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { tempDir } from '../support/temp-dir.ts';
import { testSecretKey } from '../support/test-secret-key.ts';

const zones = 1_000;
const places = 64;

async function openStore() {
  const location = { kind: 'sqlite', path: `${await tempDir()}/control.db` } as const;
  const store = await ControlStore.open(location, systemClock, testSecretKey, undefined, 'create');
  onTestFinished(() => store[Symbol.asyncDispose]());
  await store.secretKeys.prepare();
  const newAccount = async (name: string, hosts: readonly string[]) => {
    const { uuid } = await new Accounts(store).create(name);
    const upstream = await new Upstreams(store).create(uuid, upstreamOf('app.example.net'));
    for (let from = 0; from < hosts.length; from += 500) {
      const list = hosts.slice(from, from + 500).map((host) => domainOf(host));
      expect(await new CustomDomains(store).createMany(uuid, upstream.uuid, list)).toHaveProperty('created');
    }
  };
  return { store, newAccount };
}

test('2,000 domains in 1,000 silent zones, of one account and of five', async () => {
  const { store, newAccount } = await openStore();
  const dns = await TestDnsServer.start(['edge.test A 192.0.2.1', 'shop.victim.test A 192.0.2.1']);
  onTestFinished(() => dns[Symbol.asyncDispose]());
  const hostsOf = (attacker: number) =>
    Array.from({ length: zones / 5 }, (_, zone) =>
      [0, 1].map((host) => `h${host}.a${attacker}-${zone}.test`),
    );
  for (let attacker = 0; attacker < 5; attacker++) {
    const hosts = hostsOf(attacker).flat();
    for (const host of hosts) {
      dns.setFault(host, 'silent');
      dns.setFault(host.slice(3), 'silent');
    }
    await newAccount(`attacker ${attacker}`, hosts);
  }
  // The last to come.
  await newAccount('victim', ['shop.victim.test']);

  const checked: string[] = [];
  const customDomains = new CustomDomains(store);
  const queue: CheckQueue<CustomDomain> = {
    accountsDue: (now) => customDomains.accountsDue(now),
    takeDue: (...args) => customDomains.takeDue(...args),
    findAnywhere: (uuid) => customDomains.findAnywhere(uuid),
    needsProof: (domain) => customDomains.needsProof(domain),
    isProxied: (domain) => customDomains.isProxied(domain),
    recordCheck: (domain, result) => {
      checked.push(domain.host);
      return customDomains.recordCheck(domain, result);
    },
  };
  const domains = new DomainDns(queue, {
    dnsServers: [dns.address],
    edge: { publicHostname: 'edge.test', publicAddresses: [] },
    clock: systemClock,
    logger: pino({ level: 'silent' }),
  });
  onTestFinished(() => domains[Symbol.asyncDispose]());
  domains.start();
  await expect.poll(() => checked).toContain('shop.victim.test');
  // No later than the first that had places.
  expect(checked.indexOf('shop.victim.test')).toBeLessThan(places);
  expect(await new CustomDomains(store).findByHost('shop.victim.test')).toMatchObject({
    status: 'dns_records_found',
  });
});
