/** The certificate that an upstream knows us by expires soon. Source: docs/reference/finding-kinds.md ("client_certificate_expiring"). */
import type { FindingKind, Found } from '../kind.ts';

const day = ({ evidence: { expires_at: at } }: Found): string =>
  typeof at === 'string' ? at.slice(0, 10) : 'a day soon';

export const clientCertificateExpiring: FindingKind = {
  kind: 'client_certificate_expiring',
  severity: 'warning',
  opens: 'an upstream’s `tls_client_certificate` expires within 14 days',
  summary: ({ subject }) => `The client certificate for ${subject} expires soon, or has expired.`,
  causes: {
    client_certificate_ends: {
      when: 'It expires within 14 days.',
      cause: (found) => `The client certificate expires on ${day(found)}.`,
      fix: 'Set a new tls_client_certificate with its key on the upstream.',
    },
    client_certificate_expired: {
      when: 'It has expired.',
      cause: (found) => `The client certificate expired on ${day(found)}.`,
      fix: 'Set a new tls_client_certificate with its key on the upstream.',
    },
  },
};
