/** What a failed order comes down to. Source: RFC 8555 section 6.7, docs/reference/acme.md ("When it fails"). */
import type { OrderFailureCode } from '../core/order-failure.ts';
import type { AcmeError } from './protocol/acme-error.ts';

const codes: ReadonlyMap<string, OrderFailureCode> = new Map([
  ['unreachable', 'authority_unreachable'],
  ['timeout', 'authority_unreachable'],
  ['unavailable', 'authority_unreachable'],
  ['serverInternal', 'authority_unreachable'],
  ['rateLimited', 'authority_rate_limited'],
  ['account', 'authority_account_refused'],
  ['accountDoesNotExist', 'authority_account_refused'],
  ['externalAccountRequired', 'authority_account_refused'],
  ['userActionRequired', 'authority_account_refused'],
  ['unauthorized', 'authority_account_refused'],
  ['caa', 'caa_forbids'],
  ['dns', 'records_elsewhere'],
  ['incomplete', 'order_stuck'],
]);

export function failureCodeOf({ type, isOfValidation }: AcmeError): OrderFailureCode {
  // There, the host does not show what it is to show, and the account is of no concern.
  if (isOfValidation && type === 'unauthorized') return 'authority_refused';
  return codes.get(type) ?? 'authority_refused';
}
