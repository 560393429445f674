/** What a failed order comes down to. Source: docs/reference/acme.md ("When it fails"). */
import { expect, test } from 'vitest';
import { failureCodeOf } from './failure-code.ts';
import { AcmeError } from './protocol/acme-error.ts';

test.each([
  ['unreachable', 'authority_unreachable'],
  ['timeout', 'authority_unreachable'],
  ['unavailable', 'authority_unreachable'],
  ['serverInternal', 'authority_unreachable'],
  ['rateLimited', 'authority_rate_limited'],
  ['account', 'authority_account_refused'],
  ['accountDoesNotExist', 'authority_account_refused'],
  ['unauthorized', 'authority_account_refused'],
  ['caa', 'caa_forbids'],
  ['dns', 'records_elsewhere'],
  ['incomplete', 'order_stuck'],
  ['connection', 'authority_refused'],
  ['rejectedIdentifier', 'authority_refused'],
  ['unexpected', 'authority_refused'],
  ['a type that is made tomorrow', 'authority_refused'],
])('%s is %s, whatever the words are', (type, code) => {
  expect(failureCodeOf(new AcmeError(type, 'too many accounturi of a deactivated account'))).toBe(code);
});

test('what is unauthorized at the host is no refusal of the account', () => {
  expect(failureCodeOf(new AcmeError('unauthorized', 'wrong key', undefined, true))).toBe(
    'authority_refused',
  );
  expect(failureCodeOf(new AcmeError('dns', 'NXDOMAIN', undefined, true))).toBe('records_elsewhere');
});
