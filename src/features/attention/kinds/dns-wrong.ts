/** A new host's DNS records are not there. Source: docs/reference/finding-kinds.md ("dns_wrong"). */
import { type FindingKind, firstProblem } from '../kind.ts';

export const dnsWrong: FindingKind = {
  kind: 'dns_wrong',
  severity: 'warning',
  opens:
    'records are not found 7 days after the host was added, unless it is reached through a proxy or delegated',
  summary: ({ subject, isMany }) => `${subject} still ${isMany ? 'don’t' : 'doesn’t'} point here.`,
  causes: {
    records_missing: {
      when: 'The records that the host needs were never found.',
      cause: firstProblem('Its DNS records were never found.'),
      fix: 'Ask the owner of the domain to set the DNS records, as a diagnosis shows them; of a custom domain, a connect link shows and checks them.',
    },
  },
};
