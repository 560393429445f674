import * as fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { AddressPolicy } from './address-policy.ts';
import { parseIpAddress } from './ip-address.ts';

const strict = new AddressPolicy([], [3000, 8080]);

/** The address of two words of eight bits each in hexadecimal: `7f00:1`. */
function inHex(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

describe('AddressPolicy refuses', () => {
  it.each([
    ['127.0.0.1', 'a loopback address'],
    ['127.255.255.254', 'a loopback address'],
    ['0.0.0.0', 'an unspecified address'],
    ['0.1.2.3', 'an unspecified address'],
    ['10.0.0.0', 'a private address'],
    ['10.255.255.255', 'a private address'],
    ['172.16.0.1', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.168.0.1', 'a private address'],
    ['100.64.0.1', 'an address shared behind carrier-grade NAT'],
    ['100.127.255.255', 'an address shared behind carrier-grade NAT'],
    // Metadata services of clouds: AWS and most others, ECS tasks, Alibaba, Oracle, Azure.
    ['169.254.169.254', 'a link-local address'],
    ['169.254.170.2', 'a link-local address'],
    ['100.100.100.200', 'an address shared behind carrier-grade NAT'],
    ['192.0.0.192', 'an address reserved for protocols'],
    ['168.63.129.16', 'an address of a cloud platform'],
    ['fd00:ec2::254', 'a private address'],
    ['192.0.2.1', 'an address for documentation'],
    ['198.51.100.1', 'an address for documentation'],
    ['203.0.113.1', 'an address for documentation'],
    ['192.88.99.1', 'an address reserved for protocols'],
    ['198.18.0.1', 'an address for benchmarks'],
    ['198.19.255.255', 'an address for benchmarks'],
    ['224.0.0.1', 'a multicast address'],
    ['239.255.255.255', 'a multicast address'],
    ['240.0.0.1', 'a reserved address'],
    ['255.255.255.254', 'a reserved address'],
    ['255.255.255.255', 'a broadcast address'],
    ['::', 'an unspecified address'],
    ['::1', 'a loopback address'],
    ['0:0:0:0:0:0:0:1', 'a loopback address'],
    ['fe80::1', 'a link-local address'],
    ['fe80::1%eth0', 'a link-local address'],
    ['febf::1', 'a link-local address'],
    ['fec0::1', 'a site-local address'],
    ['fc00::1', 'a private address'],
    ['fdff::1', 'a private address'],
    ['ff02::1', 'a multicast address'],
    ['100::1', 'an address that discards'],
    ['100:0:0:1::1', 'a reserved address'],
    ['2001:db8::1', 'an address for documentation'],
    ['3fff:fff::1', 'an address for documentation'],
    ['5f00::1', 'a segment-routing address'],
    ['2001:2::1', 'an address reserved for protocols'],
    ['2001:20::1', 'an address reserved for protocols'],
    ['4000::1', 'a reserved address'],
    // IPv4 in IPv6.
    ['::ffff:127.0.0.1', 'a loopback address'],
    ['::ffff:7f00:1', 'a loopback address'],
    ['0:0:0:0:0:FFFF:a9fe:a9fe', 'a link-local address'],
    ['::ffff:0:127.0.0.1', 'an IPv4-translated address'],
    ['::127.0.0.1', 'an IPv4-compatible address'],
    ['::8.8.8.8', 'an IPv4-compatible address'],
    ['64:ff9b::127.0.0.1', 'a loopback address'],
    ['64:ff9b::a9fe:a9fe', 'a link-local address'],
    ['64:ff9b:1::8.8.8.8', 'a NAT64 address of a local network'],
    ['64:ff9b:1:7f00:0:100::', 'a NAT64 address of a local network'],
    ['64:ff9b:0:1::8.8.8.8', 'a reserved address'],
    ['2002:7f00:1::', 'a 6to4 address'],
    ['2002:808:808::1', 'a 6to4 address'],
    ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'a Teredo address'],
  ])('%s as %s', (address, what) => {
    expect(strict.refusal(address, 443)).toBe(
      `${address} is ${what}, refused unless NAMEPLATE_UPSTREAM_ALLOW covers it`,
    );
  });

  // What a resolver or connect() might still read as 127.0.0.1. As hosts of upstreams they are refused by
  // core/upstream-host.ts; should one come this far, it is no address.
  it.each([
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '010.0.0.1',
    '127.0.0.1.',
    '127.0.0.1:80',
    '[::1]',
    'localhost',
    '',
    ' 127.0.0.1',
    '127.0.0.1\0',
    '１２７.0.0.1',
  ])('%j as no address', (address) => {
    expect(strict.problem(address, 443)).toBe('not an IP address');
  });
});

describe('AddressPolicy accepts', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.17',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001::1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s', (address) => {
    expect(strict.refusal(address, 443)).toBeUndefined();
  });
});

describe('the allow list', () => {
  const allow = ['10.1.0.0/16', '127.0.0.1/32', 'fd00::/8', '::1/128', '2002::/16', '64:ff9b::10.9.0.0/112'];
  const policy = new AddressPolicy(allow, [3000, 8080], () => ['10.1.0.5', '198.20.0.9', 'fd00::5']);

  it.each([
    '10.1.2.3',
    '127.0.0.1',
    '::1',
    'fd12::1',
    '::ffff:10.1.2.3',
    '64:ff9b::10.1.2.3',
    // Through NAT64 alone.
    '64:ff9b::10.9.2.3',
    '2002:a00:1::',
    '10.1.0.5',
  ])('opens %s', (address) => {
    expect(policy.refusal(address, 443)).toBeUndefined();
  });

  it.each([
    '10.2.0.1',
    '10.9.2.3',
    '127.0.0.2',
    'fc00::1',
    '::ffff:10.2.0.1',
    '64:ff9b::10.2.0.1',
    '::10.1.2.3',
  ])('leaves %s closed', (address) => {
    expect(policy.refusal(address, 443)).toBeDefined();
  });

  it('of all of IPv6 does not open IPv4', () => {
    const all6 = new AddressPolicy(['::/0'], []);
    expect(all6.refusal('::1', 1)).toBeUndefined();
    expect(all6.refusal('::ffff:10.0.0.1', 1)).toMatch(/^::ffff:10\.0\.0\.1 is a private address/);
    expect(all6.refusal('10.0.0.1', 1)).toMatch(/^10\.0\.0\.1 is a private address/);
  });

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '10.1.0.5',
    '::ffff:10.1.0.5',
    '198.20.0.9',
    'fd00::5',
    'FD00:0::5',
  ])("never opens the service's own ports on %s", (address) => {
    const all = new AddressPolicy(['0.0.0.0/0', '::/0'], [3000, 8080], () => [
      '10.1.0.5',
      '198.20.0.9',
      'fd00::5',
    ]);
    for (const each of [
      policy,
      all,
      new AddressPolicy([], [3000, 8080], () => ['10.1.0.5', '198.20.0.9', 'fd00::5']),
    ]) {
      for (const port of [3000, 8080]) {
        expect(each.problem(address, port)).toBe(
          `an address of this machine, whose port ${port} is Nameplate's own`,
        );
      }
    }
    expect(all.refusal(address, 3001)).toBeUndefined();
  });

  it('leaves the same ports of other machines open', () => {
    expect(policy.refusal('10.1.0.6', 3000)).toBeUndefined();
    expect(policy.refusal('8.8.8.8', 8080)).toBeUndefined();
  });
});

describe('AddressPolicy, whatever the address', () => {
  const ipv4 = fc.oneof(
    fc.ipV4(),
    fc
      .tuple(fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255), fc.nat(255))
      .map(([first, second]) => `${first}.${second}.0.1`),
  );

  it('judges an IPv4-mapped and a NAT64 address as the IPv4 address in it', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const problem = strict.problem(address, 443);
        for (const form of [`::ffff:${address}`, `::FFFF:${inHex(address)}`, `64:ff9b::${inHex(address)}`]) {
          expect(strict.problem(form, 443)).toBe(problem);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('refuses every other address with an IPv4 address in it', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const hex = inHex(address);
        for (const form of [
          `::ffff:0:${hex}`,
          `64:ff9b:1::${hex}`,
          `2002:${hex}::1`,
          `2001:0:${hex}:0:0:${hex}`,
        ]) {
          expect(strict.problem(form, 443)).toBeDefined();
        }
        expect(strict.problem(`::${hex}`, 443)).toBeDefined();
      }),
      { numRuns: runs(1000) },
    );
  });

  it('accepts only what ipaddr.js calls unicast, and no IPv6 outside of 2000::/3', () => {
    fc.assert(
      fc.property(fc.oneof(ipv4, fc.ipV6()), (address) => {
        if (strict.refusal(address, 443) !== undefined) return;
        const parsed = parseIpAddress(address);
        if (!parsed) throw new Error(`${address} is no address`);
        const judged =
          parsed.range() === 'rfc6052' ? new ipaddr.IPv4(parsed.toByteArray().slice(12)) : parsed;
        expect([address, judged.range()]).toEqual([address, 'unicast']);
        if (judged instanceof ipaddr.IPv6) expect((judged.parts[0] ?? 0) >> 13).toBe(1);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('does not depend on how the address is written', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const long = parseIpAddress(address)?.toNormalizedString() ?? '';
        expect(strict.problem(long.toUpperCase(), 443)).toBe(strict.problem(address, 443));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-fx:.%[\]/]*$/)), (text) => {
        strict.refusal(text, 443);
      }),
      { numRuns: runs(5000) },
    );
  });
});
