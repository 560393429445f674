/** Why no certificate was had for a host, as it is stored beside the sentence. Source: docs/reference/acme.md ("When it fails"). */

export const orderFailureCodes = [
  /** The records lead somewhere else. */
  'records_elsewhere',
  /** They could not be looked up. */
  'dns_unanswered',
  /** Challenges through DNS do not lead to this service's zone. */
  'challenge_not_delegated',
  'caa_forbids',
  /** The authority gave no answer, or was out of order. */
  'authority_unreachable',
  /** Its rate limit, or the budget that keeps within it. */
  'authority_rate_limited',
  /** It does not accept this service's account. */
  'authority_account_refused',
  /** It refused for another reason. */
  'authority_refused',
  /** The order was not decided in time. */
  'order_stuck',
  /** Something of this service's own failed. */
  'service_failed',
] as const;
export type OrderFailureCode = (typeof orderFailureCodes)[number];

/** Of a failure that was stored without one, by a version before there were any. */
export const unknownOrderFailure: OrderFailureCode = 'authority_refused';
