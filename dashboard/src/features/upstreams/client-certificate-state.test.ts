import { expect, test } from 'vitest';
import { clientCertificateState } from './client-certificate-state.ts';

test.each([
  ['2026-11-18T12:00:00Z', 'danger', 'It expired on'],
  ['2026-11-19T12:00:00Z', 'warning', 'It expires on'],
  ['2026-12-02T11:59:59Z', 'warning', 'It expires on'],
  ['2026-12-02T12:00:00Z', undefined, 'It expires on'],
])('a certificate until %s warns with %s', (expiresAt, warning, sentence) => {
  const state = clientCertificateState(expiresAt, Date.parse('2026-11-18T12:00:00Z'));
  expect(state).toEqual({ warning, sentence: expect.stringContaining(sentence) });
});
