/** What an account has on each of its hosts. Source: docs/reference/hosts.md. */
import { hostLimit, unprovenHostLimit } from '../../control/host-limits.ts';
import type { Feature } from '../../kernel/feature.ts';
import { addHostRoutes } from './routes.ts';
import { hostSchema } from './schemas.ts';

export const hosts: Feature = {
  tags: [
    {
      name: 'Hosts',
      description: 'All hosts of an account, and what each has: a custom domain, a redirect, rules.',
    },
  ],
  schemas: [hostSchema],
  tables: { host_claims: null, released_hosts: null },
  limits: [hostLimit, unprovenHostLimit],
  addRoutes: (app, { store }) => addHostRoutes(app, store),
};
