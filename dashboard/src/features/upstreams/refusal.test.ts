import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { refusalOf } from './refusal.ts';

test('has the reason alone, where there is one', () => {
  const about = (message: string) => new ApiError(400, 'tls_ca_invalid', message);
  const reasoned = about('tls_ca is invalid: it is not PEM: no line; allowed: 1 to 20 certificates');
  expect(refusalOf(reasoned, 'tls_ca')).toBe('It is not PEM: no line.');
  expect(refusalOf(about('tls_ca is too long'), 'tls_ca')).toBe('Tls_ca is too long.');
  expect(refusalOf(reasoned, 'targets')).toBeUndefined();
});
