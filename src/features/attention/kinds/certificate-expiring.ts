/** A certificate expires soon. Source: docs/reference/finding-kinds.md ("certificate_expiring"). */
import type { FindingKind, Found } from '../kind.ts';

const until = ({ evidence: { expires_at: at } }: Found): string =>
  typeof at === 'string' ? ` on ${at.slice(0, 10)}` : ' soon';

export const certificateExpiring: FindingKind = {
  kind: 'certificate_expiring',
  severity: 'warning',
  opens:
    'a certificate expires soon and nothing replaces it, as with the event `certificate.expiring`; critical in its last 3 days, or the last day of one for under ten days',
  summary: ({ subject, isMany }) =>
    `The certificate${isMany ? 's' : ''} of ${subject} ${isMany ? 'expire' : 'expires'} soon.`,
  causes: {
    not_renewed: {
      when: 'An automatic certificate could not be renewed.',
      cause: (found) => `The certificate expires${until(found)}, and its renewals failed.`,
      fix: 'Look at the domain’s certificate for the last error, and fix what it says; renewals are retried automatically.',
    },
    custom_not_replaced: {
      when: 'A custom certificate was not replaced.',
      cause: (found) => `The custom certificate expires${until(found)}, and there is no other.`,
      fix: 'Upload a new certificate, or delete this one so that an automatic one is ordered.',
    },
  },
};
