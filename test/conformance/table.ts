/** The conformance table: all rows, the sections they must cover, and the error codes no row can provoke. */
import type { ErrorCode } from '../../src/core/errors.ts';
import { lifeRows } from './contract-1-life.ts';
import { variableRows } from './contract-1-variables.ts';
import { authRows } from './contract-2-auth.ts';
import { bodyRows } from './contract-2-bodies.ts';
import { errorRouteRows } from './contract-2-errors.ts';
import { listRows } from './contract-2-lists.ts';
import { edgeRows } from './contract-3-edge.ts';
import { hostnameRows } from './contract-3-hostnames.ts';
import { locationRows } from './contract-3-location.ts';
import { destinationRows, matchPathRows } from './contract-3-matching.ts';
import { customDomainRows } from './contract-4-custom-domains.ts';
import { dnsRows } from './contract-4-dns.ts';
import { liveRows } from './contract-4-live.ts';
import { proxyRows } from './contract-4-proxy.ts';
import { upstreamRows } from './contract-4-upstreams.ts';
import { customCertificateRows } from './contract-5-certificates.ts';
import { requestReportRows } from './contract-6-reports.ts';
import { requestRows } from './contract-6-requests.ts';
import { visitRows } from './contract-6-visits.ts';
import { webListRows } from './contract-6-web-lists.ts';
import { trackerRows } from './contract-7-tracker.ts';
import { conversionRows } from './conversions.ts';
import { customEventRows } from './custom-events.ts';
import { goalRows } from './goals.ts';
import { hostClaimRows } from './host-claims.ts';
import { dashboardRows } from './issue-6-dashboard.ts';
import { queryRows } from './queries.ts';
import type { Row } from './row.ts';
import { segmentRows } from './segments.ts';
import { redirectRows } from './spec-2-1-redirect.ts';
import { stateRows } from './spec-3-states.ts';
import { analyticsParameterRows } from './spec-4-1-analytics-parameters.ts';
import { webParameterRows } from './spec-4-1-web-parameters.ts';
import { furtherReportRows, webAnalyticsRows } from './spec-4-2-web-analytics.ts';
import { analyticsShapeRows, proxyAnalyticsRows } from './spec-4-3-proxy-analytics.ts';
import { endpointRows } from './spec-4-4-redirects.ts';
import { certificateRows } from './spec-4-5-certificates.ts';
import { paginationRows } from './spec-4-6-pagination.ts';
import { authenticationRows } from './spec-5-authentication.ts';
import { errorRows } from './spec-7-errors.ts';
import { limitRows, versioningRows } from './spec-8-9-limits-versioning.ts';

export const rows: readonly Row[] = [
  ...redirectRows,
  ...stateRows,
  ...endpointRows,
  ...certificateRows,
  ...customCertificateRows,
  ...paginationRows,
  ...authenticationRows,
  ...errorRows,
  ...limitRows,
  ...versioningRows,
  ...variableRows,
  ...lifeRows,
  ...bodyRows,
  ...listRows,
  ...authRows,
  ...errorRouteRows,
  ...hostnameRows,
  ...hostClaimRows,
  ...matchPathRows,
  ...destinationRows,
  ...locationRows,
  ...edgeRows,
  ...upstreamRows,
  ...customDomainRows,
  ...dnsRows,
  ...liveRows,
  ...proxyRows,
  ...analyticsShapeRows,
  ...analyticsParameterRows,
  ...proxyAnalyticsRows,
  ...requestReportRows,
  ...requestRows,
  ...trackerRows,
  ...goalRows,
  ...segmentRows,
  ...dashboardRows,
  ...onSqlite([
    ...webAnalyticsRows,
    ...webParameterRows,
    ...visitRows,
    ...webListRows,
    ...furtherReportRows,
    ...queryRows,
    ...conversionRows,
    ...customEventRows,
  ]),
];

export const sections: readonly string[] = [
  'spec 2.1',
  'spec 2.2',
  'spec 2.3',
  'spec 3',
  'spec 4.1',
  'spec 4.2',
  'spec 4.3',
  'spec 4.4',
  'spec 4.5',
  'spec 4.6',
  'spec 5',
  'spec 7',
  'spec 8',
  'spec 9',
  'contract 1',
  'contract 2',
  ...[1, 2, 3, 4, 5, 6, 7].map((part) => `contract 3.${part}`),
  'contract 4',
  'contract 5',
  'contract 6',
  'contract 7',
  'issue 6',
  'docs/reference/query.md',
  'docs/reference/tracker.md',
  'docs/reference/goals.md',
  'docs/reference/segments.md',
  'docs/reference/domains.md',
  'hosts of accounts',
];

export const notProvoked: Partial<Record<ErrorCode, string>> = {
  query_too_expensive: 'a query has to run for 30 s: src/api/routes/queries.test.ts',
  request_timeout: 'a request has 30 s to arrive, which is too long to wait for in this table',
  unavailable: 'a store has to go away for it: test/integration/service-store-away.test.ts',
};

/** Reports on pageviews are the same whatever the control store is; the tracker has its routes and salts from there. */
function onSqlite(list: readonly Row[]): Row[] {
  return list.map((row) => Object.assign({}, row, { only: 'sqlite' }));
}
