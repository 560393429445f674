/** Ordered rules of a host, and their rehearsal. Source: docs/reference/rules.md. */
import { auditedHostRules } from '../../control/audited.ts';
import type { Feature } from '../../kernel/feature.ts';
import { HostRulesStore, ruleLimit } from './host-rules-store.ts';
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
  tables: { host_rules: auditedHostRules, rule_upstreams: null },
  limits: [ruleLimit],
  addRoutes(app, { store, changes, clock, analytics, reservedHost }) {
    addHostRulesRoutes(app, new HostRulesStore(store), changes, clock, reservedHost);
    addRulesReplayRoutes(app, store, analytics, clock);
  },
};
