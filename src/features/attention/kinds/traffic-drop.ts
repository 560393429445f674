/** Far fewer requests than expected. Source: docs/reference/traffic-findings.md ("Traffic"). */
import type { FindingKind } from '../kind.ts';

export const trafficDrop: FindingKind = {
  kind: 'traffic_drop',
  severity: 'warning',
  opens: 'two consecutive hours had less than 0.3 of the requests expected, of at least 100',
  summary: ({ subject, isMany }) => `${subject} ${isMany ? 'get' : 'gets'} far fewer requests than usual.`,
  causes: {
    requests_missing: {
      when: 'The requests of this host are missing.',
      cause: ({ evidence: { requests, expected } }) =>
        typeof requests === 'number' && typeof expected === 'number'
          ? `The last hour had ${requests} requests, where ${expected} were expected by the four weeks before.`
          : 'Its last two hours had far fewer requests than expected by the four weeks before.',
      fix: 'Check that visitors still reach it: its DNS records, its certificate, and the sites that link to it.',
    },
    requests_missing_everywhere: {
      when: 'The requests of more than a third of the installation’s hosts are missing.',
      cause:
        'Many hosts of this installation get far fewer requests than expected, so the reason is common to them.',
      fix: 'Check that visitors reach the installation: its addresses, its network, and the load balancer in front of it.',
    },
  },
};
