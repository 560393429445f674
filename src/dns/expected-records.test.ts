import { describe, expect, it } from 'vitest';
import { expectedRecords, isApex } from './expected-records.ts';

const hostname = 'edge.nameplate.net';
const addresses = ['203.0.113.7', '2001:db8::7'];

describe('isApex', () => {
  it.each([
    ['example.com', true],
    ['www.example.com', false],
    ['example.co.uk', true],
    ['www.example.co.uk', false],
    ['co.uk', true],
    // What hosting companies registered as public suffixes of their own is not where zones end.
    ['shop.github.io', false],
    ['github.io', true],
    ['xn--bcher-kva.example', true],
    ['www.xn--bcher-kva.example', false],
    ['example.internal', true],
    ['a.example.internal', false],
  ])('%s: %s', (host, expected) => {
    expect(isApex(host)).toBe(expected);
  });
});

describe('expectedRecords', () => {
  it('of a subdomain are a CNAME record of the public name', () => {
    expect(expectedRecords('shop.example.com', false, { hostname, addresses })).toEqual([
      { type: 'CNAME', name: 'shop.example.com', value: hostname },
    ]);
  });

  it('of an apex are A and AAAA records', () => {
    expect(expectedRecords('example.com', false, { hostname, addresses })).toEqual([
      { type: 'A', name: 'example.com', value: '203.0.113.7' },
      { type: 'AAAA', name: 'example.com', value: '2001:db8::7' },
    ]);
  });

  it('of an apex are an ALIAS record while no address is known', () => {
    expect(expectedRecords('example.com', false, { hostname, addresses: [] })).toEqual([
      { type: 'ALIAS', name: 'example.com', value: hostname },
    ]);
  });

  it('of a subdomain are A and AAAA records without a public name', () => {
    expect(expectedRecords('shop.example.com', false, { hostname: undefined, addresses })).toEqual([
      { type: 'A', name: 'shop.example.com', value: '203.0.113.7' },
      { type: 'AAAA', name: 'shop.example.com', value: '2001:db8::7' },
    ]);
  });

  it('are none when it is not known where the edge is', () => {
    expect(expectedRecords('shop.example.com', true, { hostname: undefined, addresses: [] })).toEqual([]);
  });

  it('include those of www. with redirect_to_www', () => {
    expect(expectedRecords('example.com', true, { hostname, addresses: ['203.0.113.7'] })).toEqual([
      { type: 'A', name: 'example.com', value: '203.0.113.7' },
      { type: 'CNAME', name: 'www.example.com', value: hostname },
    ]);
  });
});
