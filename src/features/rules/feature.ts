/** Ordered rules of a host, and their rehearsal. Source: docs/reference/rules.md. */
import type { Feature } from '../../kernel/feature.ts';
import { addRulesReplayRoutes } from './replay-routes.ts';
import { addHostRulesRoutes } from './routes.ts';
import { ruleSchema } from './schemas.ts';

export const rules: Feature = {
  tags: [
    {
      name: 'Rules',
      description:
        'Ordered rules of a host: redirect, proxy, answer, block or protect requests by path, query, place, device and more.',
    },
  ],
  schemas: [ruleSchema],
  addRoutes(app, { store, changes, clock, analytics, reservedHost }) {
    addHostRulesRoutes(app, store.hostRules, changes, clock, reservedHost);
    addRulesReplayRoutes(app, store, analytics, clock);
  },
};
