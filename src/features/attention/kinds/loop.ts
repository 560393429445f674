/** Visitors are led in a circle. Source: docs/reference/traffic-findings.md ("Loops"). */
import type { FindingKind } from '../kind.ts';

export const loop: FindingKind = {
  kind: 'loop',
  severity: 'warning',
  opens: 'at least 10 answers 508 in 5 minutes',
  summary: ({ subject, isMany }) => `${subject} ${isMany ? 'lead' : 'leads'} visitors in a circle.`,
  causes: {
    answers_508: {
      when: 'Redirects lead in a circle, or the upstream leads back here.',
      cause: ({ evidence: { answers } }) =>
        typeof answers === 'number'
          ? `In 5 minutes ${answers} requests were answered with 508, because they would never have reached a page.`
          : 'Requests are answered with 508, because they would never reach a page.',
      fix: 'Check where its redirects and rules lead, and that the upstream’s host does not lead back to this service.',
    },
  },
};
