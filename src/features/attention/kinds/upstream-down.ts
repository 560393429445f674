/** No connection to an upstream. Source: docs/reference/traffic-findings.md ("Upstreams"). */
import type { FindingKind } from '../kind.ts';

export const upstreamDown: FindingKind = {
  kind: 'upstream_down',
  severity: 'critical',
  opens: 'at least 20 requests were tried in 5 minutes, and none got a connection',
  summary: ({ subject }) => `The upstream ${subject} can’t be reached.`,
  causes: {
    no_connection: {
      when: 'No request gets a connection to the upstream.',
      cause: ({ evidence: { requests } }) =>
        typeof requests === 'number'
          ? `In 5 minutes ${requests} requests were tried, and none got a connection.`
          : 'No request gets a connection to it.',
      fix: 'Check that the upstream runs, and that its firewall lets this service connect to its port.',
    },
  },
};
