/** No certificate can be had for a host. Source: docs/reference/finding-kinds.md ("certificate_failed"). */
import type { FindingKind, Found } from '../kind.ts';

const fromAuthority = ({ evidence: { last_error: error } }: Found): string =>
  typeof error === 'string' && error !== '' ? error : 'The certificate authority refused the order.';

export const certificateFailed: FindingKind = {
  kind: 'certificate_failed',
  severity: 'critical',
  opens: 'three attempts to get a certificate failed, and there is none that is valid',
  summary: ({ subject, isMany }) =>
    `${subject} ${isMany ? 'have' : 'has'} no certificate, so browsers refuse to connect.`,
  causes: {
    order_failed: {
      when: 'The authority refused the order for another reason.',
      cause: fromAuthority,
      fix: 'Fix what the authority says; the order is retried automatically.',
    },
    records_elsewhere: {
      when: 'The DNS records don’t lead here.',
      cause: fromAuthority,
      fix: 'Set the DNS records as the domain’s page shows them; the order is retried automatically.',
    },
    records_unanswered: {
      when: 'The DNS records couldn’t be looked up.',
      cause: fromAuthority,
      fix: 'Check the name servers of the domain; the order is retried automatically.',
    },
    challenge_not_delegated: {
      when: 'Challenges through DNS don’t lead to this service’s zone.',
      cause: fromAuthority,
      fix: 'Set the CNAME record of _acme-challenge as the domain’s page shows it; the order is retried automatically.',
    },
    caa_forbids: {
      when: 'CAA records forbid the authority.',
      cause: fromAuthority,
      fix: 'Add the CAA record that is named, or remove the others.',
    },
    authority_rate_limit: {
      when: 'The authority’s rate limit is reached.',
      cause: fromAuthority,
      fix: 'Wait: the order is retried automatically once the authority takes orders again.',
    },
    authority_account_refused: {
      when: 'The authority doesn’t accept this service’s account.',
      cause: fromAuthority,
      fix: 'The operator of this service has to register a new account with the authority.',
    },
    authority_away: {
      when: 'The authority can’t be reached.',
      cause: fromAuthority,
      fix: 'Wait, or have the operator check this service’s connection to the authority.',
    },
    order_stuck: {
      when: 'The authority didn’t decide the order within 5 minutes.',
      cause: fromAuthority,
      fix: 'Wait: the order is retried automatically.',
    },
    service_failed: {
      when: 'Something of this service’s own failed.',
      cause: fromAuthority,
      fix: 'The operator of this service finds the reason in its log; the order is retried automatically.',
    },
  },
};
