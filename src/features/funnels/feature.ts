/** How many visitors take steps in order. Source: docs/reference/funnels.md. */
import { funnelMembers, readFunnel } from '../../analytics/query/funnel.ts';
import { runFunnel } from '../../analytics/query/run-funnel.ts';
import type { Feature } from '../../kernel/feature.ts';
import { addDomainQuestion } from '../reports/domain-question.ts';
import { funnelAnswerSchema, funnelSchema } from './schemas.ts';

export const funnels: Feature = {
  schemas: [],
  queries: [funnelSchema, funnelAnswerSchema],
  addRoutes(app, parts) {
    addDomainQuestion(app, parts, {
      name: 'funnel',
      operationId: 'queryFunnel',
      summary: 'Query a funnel',
      description:
        'Counts the visitors who take 2 to 8 steps in order. Each step is a goal, a custom event or a page. Rates are percentages.',
      body: funnelSchema,
      answer: funnelAnswerSchema,
      members: funnelMembers,
      read: readFunnel,
      run: runFunnel,
    });
  },
};
