/** What was counted: fixed reports and queries. Source: docs/reference/query.md. */

import { findRecordedHost } from '../../api/host-owners.ts';
import type { Feature } from '../../kernel/feature.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { domainGoals } from '../goals/domain-goals.ts';
import { Redirects } from '../redirects/redirect-store.ts';
import { addAccountQueryRoutes } from './account-query-routes.ts';
import { addQueryRoutes } from './query-routes.ts';
import {
  accountRequestQuerySchema,
  accountVisitorQuerySchema,
  clickQuerySchema,
  queryAnswerSchema,
  requestQuerySchema,
  siteQuerySchema,
  visitorDimensionSchema,
  visitorQuerySchema,
} from './query-schemas.ts';
import { addAnalyticsRoutes } from './report-routes.ts';

export const reports: Feature = {
  tags: [
    {
      name: 'Web analytics',
      description: 'Visitors, visits and pageviews of a custom domain: fixed reports, queries and funnels.',
    },
    {
      name: 'Proxy analytics',
      description: 'The requests that the edge answered for a custom domain: fixed reports and queries.',
    },
  ],
  schemas: [],
  queries: [
    visitorDimensionSchema,
    visitorQuerySchema,
    siteQuerySchema,
    requestQuerySchema,
    clickQuerySchema,
    accountVisitorQuerySchema,
    accountRequestQuerySchema,
    queryAnswerSchema,
  ],
  addRoutes(app, { store, analytics, clock }) {
    const [customDomains, redirects] = [new CustomDomains(store), new Redirects(store)];
    addAnalyticsRoutes(app, customDomains, analytics, clock);
    const findHost = (accountUuid: string, named: string) => findRecordedHost(store, accountUuid, named);
    addQueryRoutes(app, customDomains, redirects, findHost, domainGoals(store), analytics, clock);
    addAccountQueryRoutes(app, { store, analytics, clock });
  },
};
