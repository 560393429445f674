import { describe, expect, it } from 'vitest';
import type { ChallengeType } from '../core/custom-domain.ts';
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
    ['*.example.com', false],
  ])('%s: %s', (host, expected) => {
    expect(isApex(host)).toBe(expected);
  });
});

function domain(host: string, redirectToWww: boolean, challengeType: ChallengeType = 'http01') {
  return { accountUuid: '01990000-0000-7000-8000-000000000001', host, redirectToWww, challengeType };
}

describe('expectedRecords', () => {
  it('of challenges through DNS are a CNAME record for each host, its own in each account', () => {
    const place = { hostname, addresses };
    const zone = 'acme.example.net';
    const wanted = domain('shop.example.com', true, 'dns01');
    const records = expectedRecords(wanted, place, zone);
    expect(records).toMatchObject([
      { type: 'CNAME', name: 'shop.example.com', value: hostname },
      { type: 'CNAME', name: 'www.shop.example.com', value: hostname },
      { type: 'CNAME', name: '_acme-challenge.shop.example.com' },
      { type: 'CNAME', name: '_acme-challenge.www.shop.example.com' },
    ]);
    const [own, ofWww] = records.slice(2).map(({ value }) => value);
    expect(own).toMatch(/^[a-z2-7]{32}\.acme\.example\.net$/);
    expect(ofWww).not.toBe(own);
    const ofOther = expectedRecords(
      { ...wanted, accountUuid: '01990000-0000-7000-8000-000000000002' },
      place,
      zone,
    );
    expect(ofOther[2]?.value).not.toBe(own);
    // For good: the customer sets it once.
    expect(expectedRecords(wanted, { hostname: undefined, addresses: [] }, zone)[0]?.value).toBe(own);
    expect(expectedRecords(wanted, place, undefined)).toHaveLength(2);
    expect(expectedRecords(domain('shop.example.com', false), place, zone)).toHaveLength(1);
  });

  it('of a wildcard have the asterisk in their name, but for its challenges', () => {
    const wildcard = domain('*.example.com', false, 'dns01');
    const ofBase = expectedRecords(
      domain('example.com', false, 'dns01'),
      { hostname, addresses },
      'acme.example.net',
    );
    expect(expectedRecords(wildcard, { hostname, addresses }, 'acme.example.net')).toEqual([
      { type: 'CNAME', name: '*.example.com', value: hostname },
      { ...ofBase.at(-1), name: '_acme-challenge.example.com' },
    ]);
  });

  it('of a subdomain are a CNAME record of the public name', () => {
    expect(expectedRecords(domain('shop.example.com', false), { hostname, addresses }, undefined)).toEqual([
      { type: 'CNAME', name: 'shop.example.com', value: hostname },
    ]);
  });

  it('of an apex are A and AAAA records', () => {
    expect(expectedRecords(domain('example.com', false), { hostname, addresses }, undefined)).toEqual([
      { type: 'A', name: 'example.com', value: '203.0.113.7' },
      { type: 'AAAA', name: 'example.com', value: '2001:db8::7' },
    ]);
  });

  it('of an apex are an ALIAS record while no address is known', () => {
    expect(expectedRecords(domain('example.com', false), { hostname, addresses: [] }, undefined)).toEqual([
      { type: 'ALIAS', name: 'example.com', value: hostname },
    ]);
  });

  it('of a subdomain are A and AAAA records without a public name', () => {
    expect(
      expectedRecords(domain('shop.example.com', false), { hostname: undefined, addresses }, undefined),
    ).toEqual([
      { type: 'A', name: 'shop.example.com', value: '203.0.113.7' },
      { type: 'AAAA', name: 'shop.example.com', value: '2001:db8::7' },
    ]);
  });

  it('are none when it is not known where the edge is', () => {
    expect(
      expectedRecords(domain('shop.example.com', true), { hostname: undefined, addresses: [] }, undefined),
    ).toEqual([]);
  });

  it('include those of www. with redirect_to_www', () => {
    expect(
      expectedRecords(domain('example.com', true), { hostname, addresses: ['203.0.113.7'] }, undefined),
    ).toEqual([
      { type: 'A', name: 'example.com', value: '203.0.113.7' },
      { type: 'CNAME', name: 'www.example.com', value: hostname },
    ]);
  });
});
