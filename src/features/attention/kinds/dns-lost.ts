/** DNS records that were found are not there any more. Source: docs/reference/finding-kinds.md ("dns_lost"). */
import { type FindingKind, firstProblem } from '../kind.ts';

export const dnsLost: FindingKind = {
  kind: 'dns_lost',
  severity: 'critical',
  opens: 'records that were found are not, or a proxy that led here doesn’t any more, at two checks',
  summary: ({ subject, isMany }) => `${subject} no longer ${isMany ? 'point' : 'points'} here.`,
  causes: {
    records_missing: {
      when: 'The records that were found are gone or lead somewhere else, or a proxy that led here doesn’t any more.',
      cause: firstProblem('Its DNS records lead somewhere else, or are gone.'),
      fix: 'Set the DNS records again, as the domain’s page or a diagnosis shows them; they are checked every few minutes.',
    },
  },
};
