/** Requests one by one. Source: docs/reference/request-list.md. */
import type { Feature } from '../../kernel/feature.ts';
import { addHostRequestsRoutes } from './routes.ts';
import { listedRequestSchema } from './schemas.ts';

export const requests: Feature = {
  schemas: [listedRequestSchema],
  addRoutes: (app, { store, analytics, clock }) => addHostRequestsRoutes(app, store, analytics, clock),
};
