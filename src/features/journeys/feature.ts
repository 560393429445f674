/** Which pages visits see before or after an event. Source: docs/reference/journeys.md. */
import { journeyMembers, readJourney } from '../../analytics/query/journey.ts';
import { runJourney } from '../../analytics/query/run-journey.ts';
import type { Feature } from '../../kernel/feature.ts';
import { addDomainQuestion } from '../reports/domain-question.ts';
import { journeyAnswerSchema, journeySchema } from './schemas.ts';

export const journeys: Feature = {
  schemas: [],
  queries: [journeySchema, journeyAnswerSchema],
  addRoutes(app, parts) {
    addDomainQuestion(app, parts, {
      name: 'journeys',
      operationId: 'queryJourneys',
      summary: 'Query journeys',
      description: 'Counts the pages that visits see before or after a page, goal or custom event.',
      body: journeySchema,
      answer: journeyAnswerSchema,
      members: journeyMembers,
      read: readJourney,
      run: runJourney,
    });
  },
};
