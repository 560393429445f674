import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { findTotpStep, newTotpSecret, toBase32, totpAt, totpStepOf, totpUri } from './totp.ts';

/** RFC 6238 appendix B; its codes have eight digits, of which ours are the last six. */
const rfcSecret = toBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s', (seconds, code) => {
  expect(totpAt(rfcSecret, totpStepOf(seconds * 1000))).toBe(code);
});

test('takes the code of the step before and after, and none further away', () => {
  const now = 1_790_000_000_000;
  const step = totpStepOf(now);
  for (const [by, isTaken] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const)
    expect(findTotpStep(rfcSecret, totpAt(rfcSecret, step + by), now)).toBe(isTaken ? step + by : undefined);
  for (const code of ['', '1', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(findTotpStep(rfcSecret, code, now)).toBeUndefined();
});

/** RFC 4648 section 10, without padding. */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %j is %j', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
});

test('makes a secret of 160 bits, and a URI that apps read', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(secret, 'ada+x@example.com'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Nameplate:ada+x@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret, issuer: 'Nameplate' });
});

test('no code is shorter than six digits', () => {
  fc.assert(
    fc.property(fc.nat(), (step) => {
      expect(totpAt(rfcSecret, step)).toMatch(/^\d{6}$/);
    }),
    { numRuns: runs(200) },
  );
});

test('makes ten recovery codes, found however they are typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/);
  const [code = ''] = codes;
  expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')}`)).toBe(hashRecoveryCode(code));
});
