/** The upstream takes much longer than usual. Source: docs/reference/traffic-findings.md ("Upstreams"). */
import type { FindingKind } from '../kind.ts';

export const upstreamSlow: FindingKind = {
  kind: 'upstream_slow',
  severity: 'warning',
  opens:
    'the p95 of 15 minutes is over 3 times that of the reference hours, and at least half a second, twice in a row',
  summary: ({ subject, isMany }) =>
    `${subject} ${isMany ? 'answer' : 'answers'} much more slowly than usual.`,
  causes: {
    answers_late: {
      when: 'The upstream takes longer to answer.',
      cause: ({ evidence: { p95_seconds: p95, usual_p95_seconds: usual } }) =>
        typeof p95 === 'number' && typeof usual === 'number'
          ? `One in 20 answers of the upstream takes ${p95.toFixed(2)} s or longer, where ${usual.toFixed(2)} s are usual at this time.`
          : 'The upstream takes more than three times as long to answer as usual at this time.',
      fix: 'Look at the load of the upstream and at what changed there.',
    },
  },
};
