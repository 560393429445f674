/** An upstream that no check or no request reaches. Source: docs/reference/traffic-findings.md ("Upstreams"). */
import type { FindingKind } from '../kind.ts';

export const upstreamDown: FindingKind = {
  kind: 'upstream_down',
  severity: 'critical',
  opens:
    'every target failed its health check three times in a row, or at least 20 requests were tried in 5 minutes and none got a connection',
  summary: ({ subject }) => `The upstream ${subject} is down.`,
  causes: {
    checks_failed: {
      when: 'Every target fails its health check.',
      cause: ({ evidence: { targets, failure } }) => {
        const of = typeof targets === 'number' && targets > 1 ? `Each of its ${targets} targets` : 'It';
        const why = typeof failure === 'string' ? `: ${failure}` : '';
        return `${of} failed the health check three times in a row${why}.`;
      },
      fix: 'Check that the upstream runs, and that it answers the path of its health_check with a status that the check allows.',
    },
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
