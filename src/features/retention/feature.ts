/** How many visitors of a week return in the weeks after it. Source: docs/reference/retention.md. */
import { readRetention, retentionMembers } from '../../analytics/query/retention.ts';
import { runRetention } from '../../analytics/query/run-retention.ts';
import type { Feature } from '../../kernel/feature.ts';
import { addDomainQuestion } from '../reports/domain-question.ts';
import { retentionAnswerSchema, retentionSchema } from './schemas.ts';

export const retention: Feature = {
  schemas: [],
  queries: [retentionSchema, retentionAnswerSchema],
  addRoutes(app, parts) {
    addDomainQuestion(app, parts, {
      name: 'retention',
      operationId: 'queryRetention',
      summary: 'Query retention',
      description:
        'Counts by weeks: how many of the visitors first seen in a week were seen again in each week after it.',
      body: retentionSchema,
      answer: retentionAnswerSchema,
      members: retentionMembers,
      read: readRetention,
      run: (store, domain, asked) => runRetention(store, domain, asked, parts.saltPeriod),
    });
  },
};
