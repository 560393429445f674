import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { parseIpAddress } from './ip-address.ts';

describe('parseIpAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['::192.0.2.1', '::c000:201'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80::1%1.2.3.4', 'fe80::1'],
    ['127.1', undefined],
    ['0x7f000001', undefined],
    ['010.0.0.1', undefined],
    ['[::1]', undefined],
    ['192.0.2.1/32', undefined],
    ['', undefined],
  ])('reads %j as %s', (text, address) => {
    expect(parseIpAddress(text)?.toString()).toBe(address);
  });

  it('reads every IPv6 address as a URL does, unless it is IPv4-mapped', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = parseIpAddress(text);
        if (address?.kind() === 'ipv6')
          expect(new URL(`http://[${address.toString()}]/`).host).toBe(new URL(`http://[${text}]/`).host);
        else expect(new URL(`http://[${text}]/`).host).toMatch(/^\[::ffff:/);
      }),
      { numRuns: runs(3000) },
    );
  });
});
