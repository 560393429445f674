/** What was counted: fixed reports and queries. Source: docs/reference/query.md. */

import { findRecordedHost } from '../../api/host-owners.ts';
import type { Feature } from '../../kernel/feature.ts';
import { domainGoals } from '../goals/domain-goals.ts';
import { addQueryRoutes } from './query-routes.ts';
import { addAnalyticsRoutes } from './report-routes.ts';

export const reports: Feature = {
  tags: [
    {
      name: 'Web analytics',
      description: 'Visitors, visits and pageviews of a custom domain: fixed reports, queries and funnels.',
      after: 'Custom certificates',
    },
    {
      name: 'Proxy analytics',
      description: 'The requests that the edge answered for a custom domain: fixed reports and queries.',
      after: 'Web analytics',
    },
  ],
  // A query's refusals have codes of their own, not one for each member.
  schemas: [],
  addRoutes(app, { store, analytics, clock }) {
    const { customDomains, redirects } = store;
    addAnalyticsRoutes(app, customDomains, analytics, clock);
    const findHost = (accountUuid: string, named: string) => findRecordedHost(store, accountUuid, named);
    addQueryRoutes(app, customDomains, redirects, findHost, domainGoals(store), analytics, clock);
  },
};
