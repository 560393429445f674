import { describe, expect, it } from 'vitest';
import { compareRecords, recordsAsText } from './compare-records.ts';

const cname = { type: 'CNAME', name: 'shop.example.com', value: 'edge.example.net' };
const a = { type: 'A', name: 'example.com', value: '203.0.113.7' };
const aaaa = { type: 'AAAA', name: 'example.com', value: '2001:db8::7' };
const verified = { status: 'verified', record: null } as const;
const checkedAt = '2026-11-01T00:00:00.000+00:00';

function compare(
  wanted: readonly (typeof cname)[],
  found: readonly (typeof cname)[],
  problems: readonly string[],
) {
  return compareRecords({
    dns_records: [...wanted],
    dns_check: { checked_at: checkedAt, found: [...found], problems: [...problems] },
    status: problems.length === 0 ? 'dns_records_found' : 'dns_records_not_found',
    ownership: verified,
  });
}

describe('compareRecords', () => {
  it('knows nothing before the first check', () => {
    expect(
      compareRecords({
        dns_records: [cname],
        dns_check: null,
        status: 'pending_check',
        ownership: verified,
      }),
    ).toEqual({
      wanted: [{ record: cname, state: 'unknown' }],
      found: [],
    });
  });

  it('takes everything for right once the domain leads here, however it does', () => {
    const flattened = { type: 'A', name: 'shop.example.com', value: '203.0.113.7' };
    expect(compare([cname], [flattened], [])).toEqual({
      wanted: [{ record: cname, state: 'right' }],
      found: [{ record: flattened, isStray: false }],
    });
  });

  it('misses the record of challenges also when the domain leads here', () => {
    const challenge = {
      type: 'CNAME',
      name: '_acme-challenge.shop.example.com',
      value: 'label.acme.example.net',
    };
    const look = (found: readonly (typeof cname)[], problems: readonly string[]) =>
      compareRecords({
        dns_records: [cname, challenge],
        dns_check: { checked_at: checkedAt, found: [...found], problems: [...problems] },
        status: 'dns_records_found',
        ownership: verified,
      }).wanted.map(({ state }) => state);
    const problem = '_acme-challenge.shop.example.com has no CNAME record, so no certificate can be had.';
    expect(look([cname], [problem])).toEqual(['right', 'missing']);
    const other = { ...challenge, value: 'other.acme.example.net' };
    expect(look([cname, other], ['_acme-challenge.shop.example.com leads to other.'])).toEqual([
      'right',
      'wrong',
    ]);
    expect(look([cname, challenge], [])).toEqual(['right', 'right']);
  });

  it('wants the proof of ownership as long as it is needed', () => {
    const proof = { type: 'TXT', name: '_nameplate.shop.example.com', value: 'nameplate-verification=a' };
    const look = (found: readonly (typeof cname)[]) =>
      compareRecords({
        dns_records: [cname],
        dns_check: { checked_at: checkedAt, found: [cname, ...found], problems: [] },
        status: 'dns_records_found',
        ownership: { status: 'required', record: proof },
      }).wanted;
    expect(look([])).toEqual([
      { record: cname, state: 'right' },
      { record: proof, state: 'missing' },
    ]);
    expect(look([{ ...proof, value: 'nameplate-verification=b' }])[1]?.state).toBe('wrong');
  });

  it('tells what is missing from what is wrong', () => {
    const problem = ['shop.example.com does not exist in DNS.'];
    expect(compare([cname], [], problem).wanted[0]?.state).toBe('missing');
    const other = { ...cname, value: 'old.example.org' };
    const compared = compare([cname], [other], ['shop.example.com leads to old.example.org.']);
    expect(compared).toEqual({
      wanted: [{ record: cname, state: 'wrong' }],
      found: [{ record: other, isStray: true }],
    });
  });

  it('sees a parent that does not exist', () => {
    const problem = ['The domain example.com does not exist in DNS: it is not registered.'];
    expect(compare([cname], [], problem).wanted[0]?.state).toBe('missing');
  });

  it('finds the stray record beside the right ones', () => {
    const stray = { ...aaaa, value: '2a01:4f8::1' };
    const compared = compare(
      [a, aaaa],
      [a, aaaa, stray],
      ['example.com has AAAA records of the edge and of other servers.'],
    );
    expect(compared.wanted.map(({ state }) => state)).toEqual(['right', 'right']);
    expect(compared.found.filter(({ isStray }) => isStray)).toEqual([{ record: stray, isStray: true }]);
  });

  it('does not blame a host for what is wrong with the one below it', () => {
    const www = { type: 'CNAME', name: 'www.example.com', value: 'edge.example.net' };
    const alias = { type: 'ALIAS', name: 'example.com', value: 'edge.example.net' };
    const compared = compare([alias, www], [a], ['www.example.com does not exist in DNS.']);
    expect(compared.wanted.map(({ state }) => state)).toEqual(['right', 'missing']);
  });
});

describe('recordsAsText', () => {
  it('is a line each, names with their final dot', () => {
    const proof = { type: 'TXT', name: '_nameplate.example.com', value: 'nameplate-verification=a' };
    expect(recordsAsText([a, cname, proof])).toBe(
      'example.com.\tA\t203.0.113.7\nshop.example.com.\tCNAME\tedge.example.net.\n_nameplate.example.com.\tTXT\t"nameplate-verification=a"\n',
    );
  });
});
