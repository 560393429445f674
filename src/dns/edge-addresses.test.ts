import { describe, expect, it } from 'vitest';
import { TestDnsServer } from '../../test/support/dns-server.ts';
import { EdgeAddresses, type EdgeConfig } from './edge-addresses.ts';
import { DnsResolver } from './resolver.ts';

const hostname = 'edge.nameplate.net';
const byName: EdgeConfig = { publicHostname: hostname, publicAddresses: [] };

function edgeOn(server: TestDnsServer, config: EdgeConfig = byName) {
  const clock = { time: 1_000_000, now: () => clock.time };
  const edge = new EdgeAddresses(config, (signal) => new DnsResolver([server.address], signal), clock);
  return { edge, clock };
}

describe('EdgeAddresses', () => {
  it('knows the addresses of the public name once they are looked up', async () => {
    await using server = await TestDnsServer.start([
      `${hostname} A 203.0.113.7`,
      `${hostname} AAAA 2001:db8::7`,
    ]);
    const { edge } = edgeOn(server);
    expect(edge.place).toEqual({ hostname, addresses: [] });
    edge.start();
    await expect.poll(() => edge.place.addresses).toEqual(['203.0.113.7', '2001:db8::7']);
    edge[Symbol.dispose]();
  });

  it('publishes configured addresses alone, and judges by all', async () => {
    await using server = await TestDnsServer.start([`${hostname} A 203.0.113.7`]);
    const { edge } = edgeOn(server, {
      publicHostname: hostname,
      publicAddresses: ['198.51.100.1', '203.0.113.7'],
    });
    expect(await edge.target()).toEqual({
      hostname,
      addresses: ['198.51.100.1', '203.0.113.7'],
      isComplete: true,
    });
    server.setRecords([`${hostname} A 203.0.113.8`]);
    await edge.refresh();
    expect((await edge.target()).addresses).toEqual(['198.51.100.1', '203.0.113.7', '203.0.113.8']);
    expect(edge.place.addresses).toEqual(['198.51.100.1', '203.0.113.7']);
  });

  it('asks nobody without a public name', async () => {
    await using server = await TestDnsServer.start();
    const { edge } = edgeOn(server, { publicHostname: undefined, publicAddresses: ['198.51.100.1'] });
    edge.start();
    expect(await edge.target()).toEqual({
      hostname: undefined,
      addresses: ['198.51.100.1'],
      isComplete: true,
    });
    expect(server.questions).toEqual([]);
  });

  it('asks once for all who need it at the same time, and not again within half a minute', async () => {
    await using server = await TestDnsServer.start([`${hostname} A 203.0.113.7`]);
    const { edge, clock } = edgeOn(server);
    await Promise.all([edge.target(), edge.target(), edge.refresh()]);
    clock.time += 29_999;
    await edge.target();
    expect(server.questions).toHaveLength(2);
    clock.time += 1;
    server.setRecords([`${hostname} A 203.0.113.8`]);
    expect((await edge.target()).addresses).toEqual(['203.0.113.8']);
  });

  it('keeps what it knew while DNS is away, and says that this may not be all', async () => {
    await using server = await TestDnsServer.start([
      `${hostname} A 203.0.113.7`,
      `${hostname} AAAA 2001:db8::7`,
    ]);
    const { edge } = edgeOn(server);
    const addresses = ['203.0.113.7', '2001:db8::7'];
    expect(await edge.target()).toEqual({ hostname, addresses, isComplete: true });
    server.setFault(hostname, 'SERVFAIL', 'AAAA');
    await edge.refresh();
    expect(await edge.target()).toMatchObject({ addresses, isComplete: false });
    expect(edge.place.addresses).toEqual(addresses);
  });

  it('forgets addresses that the public name has no more', async () => {
    await using server = await TestDnsServer.start([`${hostname} A 203.0.113.7`]);
    const { edge } = edgeOn(server);
    await edge.refresh();
    server.setRecords([]);
    await edge.refresh();
    expect(edge.place).toEqual({ hostname, addresses: [] });
  });
});
