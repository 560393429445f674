/** What an account uses of what it may. Source: docs/reference/limits.md. */
import type { Feature } from '../../kernel/feature.ts';
import { addLimitRoutes } from './routes.ts';
import { limitSchema } from './schemas.ts';

export const limits: Feature = {
  schemas: [limitSchema],
  addRoutes: (app, { store, accountRequests, analytics, clock }) =>
    addLimitRoutes(app, store, accountRequests, analytics, clock),
};
