import { describe, expect, it } from 'vitest';
import { certificateState, issuerName } from './certificate-state.ts';

const now = Date.parse('2026-11-01T00:00:00Z');
const inDays = (days: number): string =>
  new Date(now + days * 86_400_000).toISOString().replace('Z', '+00:00');
const domain = {
  host: 'shop.example.com',
  status: 'dns_records_found',
  ownership: { status: 'verified', record: null },
  challenge_type: 'http01',
} as const;

describe('certificateState', () => {
  it('tells an uploaded certificate from an automatic one', () => {
    const certificate = { issuer: "CN=R11,O=Let's Encrypt,C=US", expires_at: inDays(60), last_error: null };
    const own = { uuid: 'a', expires_at: inDays(60), sans: ['*.example.com'] };
    expect(certificateState({ ...domain, certificate }, [own], now)).toEqual({
      kind: 'valid',
      own,
      issuer: "Let's Encrypt",
      expiresAt: inDays(60),
      isUrgent: false,
      error: null,
    });
    for (const other of [
      { ...own, sans: ['*.shop.example.com', 'example.com'] },
      { ...own, expires_at: inDays(61) },
    ]) {
      expect(certificateState({ ...domain, certificate }, [other], now)).toMatchObject({ own: undefined });
    }
  });

  it('is urgent two weeks before the end when nothing renews it, and one week before when renewals fail', () => {
    const state = (days: number, isOwn: boolean) =>
      certificateState(
        { ...domain, certificate: { issuer: 'CN=x', expires_at: inDays(days), last_error: null } },
        isOwn ? [{ uuid: 'a', expires_at: inDays(days), sans: ['shop.example.com'] }] : [],
        now,
      );
    expect(state(13, true)).toMatchObject({ isUrgent: true });
    expect(state(15, true)).toMatchObject({ isUrgent: false });
    expect(state(13, false)).toMatchObject({ isUrgent: false });
    expect(state(6, false)).toMatchObject({ isUrgent: true });
  });

  it('says that a wildcard without a DNS challenge needs an uploaded one', () => {
    const wildcard = { ...domain, host: '*.example.com', certificate: null };
    expect(certificateState(wildcard, [], now)).toEqual({ kind: 'to_upload' });
    expect(certificateState({ ...wildcard, challenge_type: 'dns01' }, [], now)).toEqual({ kind: 'coming' });
  });

  it('tells why there is none', () => {
    expect(certificateState({ ...domain, certificate: null }, [], now)).toEqual({ kind: 'coming' });
    const record = { type: 'TXT', name: '_nameplate.shop.example.com', value: 'x' };
    const ownership = { status: 'required', record } as const;
    expect(certificateState({ ...domain, ownership, certificate: null }, [], now)).toEqual({
      kind: 'waiting',
    });
    expect(certificateState({ ...domain, status: 'pending_check', certificate: null }, [], now)).toEqual({
      kind: 'waiting',
    });
    expect(
      certificateState(
        { ...domain, certificate: { issuer: null, expires_at: null, last_error: 'rateLimited' } },
        [],
        now,
      ),
    ).toEqual({ kind: 'failed', error: 'rateLimited' });
  });
});

describe('issuerName', () => {
  it.each([
    ["CN=R11,O=Let's Encrypt,C=US", "Let's Encrypt"],
    ['CN=Root, O=Example\\, Inc.', 'Example, Inc.'],
    ['CN=Pebble Intermediate CA 3b2a', 'Pebble Intermediate CA 3b2a'],
    ['L=Nowhere', 'L=Nowhere'],
    ['', ''],
  ])('%s', (name, issuer) => {
    expect(issuerName(name)).toBe(issuer);
  });
});
