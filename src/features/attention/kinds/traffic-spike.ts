/** Far more requests than expected. Source: docs/reference/traffic-findings.md ("Traffic"). */
import type { FindingKind } from '../kind.ts';

export const trafficSpike: FindingKind = {
  kind: 'traffic_spike',
  severity: 'notice',
  opens: 'an hour had more than 500 requests, and more than 5 times those expected',
  summary: ({ subject, isMany }) => `${subject} ${isMany ? 'get' : 'gets'} far more requests than usual.`,
  causes: {
    requests_many: {
      when: 'There are many more requests than in the four weeks before.',
      cause: ({ evidence: { requests, expected } }) =>
        typeof requests === 'number' && typeof expected === 'number'
          ? `The last hour had ${requests} requests, where ${expected} were expected by the four weeks before.`
          : 'The last hour had far more requests than expected by the four weeks before.',
      fix: 'Look at its sources and paths: a campaign needs nothing, and a rule can limit or block what is unwanted.',
    },
  },
};
