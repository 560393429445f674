import { describe, expect, it } from 'vitest';
import { formatDateTime } from '../../../format/dates.ts';
import { readinessSentence, readinessSteps } from './readiness-steps.ts';

const at = '2026-11-01T08:00:00.000+00:00';
const cname = { type: 'CNAME', name: 'shop.example.com', value: 'edge.example.net' };
const challenge = { type: 'CNAME', name: '_acme-challenge.shop.example.com', value: 'a.acme.example.net' };
const proof = { type: 'TXT', name: '_nameplate.shop.example.com', value: 'nameplate-verification=a' };
type Domain = Parameters<typeof readinessSteps>[0];
const domain: Domain = {
  host: 'shop.example.com',
  status: 'dns_records_found',
  ownership: { status: 'verified', record: null },
  challenge_type: 'http01',
  dns_records: [cname],
  dns_check: { checked_at: at, found: [cname], problems: [] },
  tls_certificate_issued: true,
  ready: true,
  ready_at: at,
};
const delegated: Domain = {
  ...domain,
  challenge_type: 'dns01',
  status: 'dns_records_not_found',
  dns_records: [cname, challenge],
  dns_check: { checked_at: at, found: [challenge], problems: ['shop.example.com does not exist in DNS.'] },
};

const done = (of: Domain): boolean[] => readinessSteps(of).map(({ isDone }) => isDone);

describe('readinessSteps', () => {
  it('are records, ownership and certificate', () => {
    expect(readinessSteps(domain).map(({ name, says }) => `${name} ${says}`)).toEqual([
      'DNS records found',
      'Ownership verified',
      'Certificate valid',
    ]);
    expect(done({ ...domain, status: 'dns_records_not_found', tls_certificate_issued: false })).toEqual([
      false,
      true,
      false,
    ]);
    const unproven = { ...domain, ownership: { status: 'required' as const, record: proof } };
    expect(done(unproven)).toEqual([true, false, true]);
  });

  it('want with dns01 only the record that certificates need', () => {
    expect(done(delegated)).toEqual([true, true, true]);
    const problems = ['_acme-challenge.shop.example.com has no CNAME record.'];
    const missing = { ...delegated, dns_check: { checked_at: at, found: [], problems } };
    expect(done(missing)).toEqual([false, true, true]);
    expect(readinessSteps({ ...missing, dns_check: null })[0]?.says).toBe('not checked yet');
  });
});

describe('readinessSentence', () => {
  it('says when the customer may switch', () => {
    const since = formatDateTime(at);
    expect(readinessSentence(delegated)).toBe(`Ready since ${since} — your customer can switch now.`);
    expect(readinessSentence(domain)).toBe(`Ready since ${since}. shop.example.com leads here, with HTTPS.`);
    expect(readinessSentence({ ...delegated, ready: false })).toMatch(/^Not ready\. Your customer should/);
    expect(readinessSentence({ ...domain, ready: false, ready_at: null })).toMatch(/^Not ready\. HTTPS/);
  });
});
