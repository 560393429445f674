/** How many visitors take steps in order. Source: docs/reference/funnels.md. */
import type { Feature } from '../../kernel/feature.ts';
import { domainGoals } from '../goals/domain-goals.ts';
import { addFunnelRoutes } from './routes.ts';
import { funnelAnswerSchema, funnelSchema } from './schemas.ts';

export const funnels: Feature = {
  // A query's refusals have codes of their own, not one for each member.
  schemas: [],
  addRoutes(app, { store, analytics, clock }) {
    for (const schema of [funnelSchema, funnelAnswerSchema]) app.addSchema(schema);
    addFunnelRoutes(app, store.customDomains, domainGoals(store), analytics, clock);
  },
};
