/** How many visitors take steps in order. Source: docs/reference/funnels.md. */

import type { Feature } from '../../kernel/feature.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { domainGoals } from '../goals/domain-goals.ts';
import { addFunnelRoutes } from './routes.ts';
import { funnelAnswerSchema, funnelSchema } from './schemas.ts';

export const funnels: Feature = {
  schemas: [],
  queries: [funnelSchema, funnelAnswerSchema],
  addRoutes(app, { store, analytics, clock }) {
    addFunnelRoutes(app, new CustomDomains(store), domainGoals(store), analytics, clock);
  },
};
