/** How many visitors take steps in order. Source: docs/reference/funnels.md. */
import { funnelMembers, readFunnel } from '../../analytics/query/funnel.ts';
import { runFunnel } from '../../analytics/query/run-funnel.ts';
import { auditedCollection } from '../../kernel/collection-store.ts';
import type { Feature } from '../../kernel/feature.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import { addDomainQuestion } from '../reports/domain-question.ts';
import { savedFunnels } from './saved-funnel.ts';
import { addSavedFunnelRoutes, savedFunnelSchemas } from './saved-funnel-routes.ts';
import {
  funnelAnswerSchema,
  funnelQuestionAnswerSchema,
  funnelQuestionSchema,
  funnelSchema,
} from './schemas.ts';

const { answer, bodies } = savedFunnelSchemas;

export const funnels: Feature = {
  tags: [savedFunnels.tag],
  schemas: [answer, bodies.create, bodies.update],
  queries: [funnelSchema, funnelAnswerSchema, funnelQuestionSchema, funnelQuestionAnswerSchema],
  attributeErrors: attributeErrorsOf(savedFunnels.resource),
  tables: { [savedFunnels.table]: auditedCollection(savedFunnels) },
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
    addSavedFunnelRoutes(app, parts);
  },
};
