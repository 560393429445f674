import { expect, test } from 'vitest';
import { advancedBody, advancedOf, isAdvanced } from './upstream-advanced-values.ts';

const shown = {
  ...advancedOf(undefined),
  clientCertificate: 'CERTIFICATE',
  savedCertificate: { text: 'CERTIFICATE', expiresAt: '2026-12-01T00:00:00.000+00:00' },
};

test('a client certificate is sent only when it changes, and its key only when there is one', () => {
  const keysOf = (values: typeof shown) =>
    Object.keys(advancedBody(values)).filter((name) => name.startsWith('tls_client'));
  expect(keysOf({ ...advancedOf(undefined), savedCertificate: shown.savedCertificate })).toEqual([
    'tls_client_certificate',
  ]);
  expect(keysOf(shown)).toEqual([]);
  expect(keysOf({ ...shown, clientKey: 'KEY' })).toEqual(['tls_client_key']);
  expect(advancedBody({ ...shown, clientCertificate: ' \n', clientKey: 'KEY' })).toMatchObject({
    tls_client_certificate: '',
  });
});

test('the fields are in sight where one has something in it', () => {
  expect(isAdvanced(advancedOf(undefined))).toBe(false);
  expect(isAdvanced(shown)).toBe(true);
  expect(isAdvanced({ ...advancedOf(undefined), tlsCa: 'CERTIFICATE' })).toBe(true);
});
