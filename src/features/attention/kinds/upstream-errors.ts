/** The upstream answers with errors, or not at all. Source: docs/reference/traffic-findings.md ("Upstreams"). */
import type { FindingKind } from '../kind.ts';

export const upstreamErrors: FindingKind = {
  kind: 'upstream_errors',
  severity: 'warning',
  opens: 'of at least 20 requests tried at the upstream in 5 minutes, over 10 % had a status of 500 or more',
  summary: ({ subject, isMany }) => `${subject} ${isMany ? 'answer' : 'answers'} many requests with errors.`,
  causes: {
    answers_failed: {
      when: 'The upstream answers with 5xx, or gives no valid answer.',
      cause: ({ evidence: { requests, failed } }) =>
        typeof requests === 'number' && typeof failed === 'number'
          ? `Of ${requests} requests to the upstream in 5 minutes, ${failed} failed.`
          : 'More than a tenth of the requests to the upstream fail.',
      fix: 'Look at the failed requests and at the upstream’s own log.',
    },
  },
};
