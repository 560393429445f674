/** Far more 404s than expected. Source: docs/reference/traffic-findings.md ("Pages not found"). */
import type { FindingKind } from '../kind.ts';

export const notFoundSurge: FindingKind = {
  kind: 'not_found_surge',
  severity: 'notice',
  opens: 'an hour had at least 100 answers 404, and more than 5 times those expected',
  summary: ({ subject, isMany }) =>
    `${subject} ${isMany ? 'answer' : 'answers'} many more requests with 404 than usual.`,
  causes: {
    pages_missing: {
      when: 'Visitors ask for pages that are not there.',
      cause: ({ evidence: { not_found: notFound, expected } }) =>
        typeof notFound === 'number' && typeof expected === 'number'
          ? `The last hour had ${notFound} answers 404, where ${expected} were expected by the four weeks before.`
          : 'The last hour had far more answers 404 than expected by the four weeks before.',
      fix: 'Look at the paths that are not found, and redirect those that visitors should reach.',
    },
  },
};
