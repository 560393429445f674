/** Traffic against what was expected. Source: docs/reference/expectation.md. */
import type { Feature } from '../../kernel/feature.ts';
import { addExpectationRoutes } from './routes.ts';
import { trafficHourSchema } from './schemas.ts';

export const expectation: Feature = {
  schemas: [trafficHourSchema],
  addRoutes: addExpectationRoutes,
};
