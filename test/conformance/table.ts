/** The conformance table: all rows, the headings they must cover, and the error codes no row can provoke. */
import type { ApiErrorCode } from '../../src/api/reference/error-table.ts';
import { accountLimitRows } from './account-limits.ts';
import { accountQueryRows } from './account-queries.ts';
import { annotationRows } from './annotations.ts';
import { auditTrailRows } from './audit-trail.ts';
import { authRows } from './auth.ts';
import { authenticationRows } from './bearer-token.ts';
import { bodyRows } from './bodies.ts';
import { botRows } from './bots.ts';
import { customCertificateRows } from './certificate-upload.ts';
import { certificateRows } from './certificates.ts';
import { variableRows } from './configuration.ts';
import { connectPageRows } from './connect-page.ts';
import { conversionRows } from './conversions.ts';
import { customDomainAttributeRows } from './custom-domain-attributes.ts';
import { customDomainBatchRows } from './custom-domain-batch.ts';
import { dnsRows } from './custom-domain-dns.ts';
import { liveRows } from './custom-domain-routing.ts';
import { customDomainRows } from './custom-domains.ts';
import { customEventRows } from './custom-events.ts';
import { dashboardRows } from './dashboard.ts';
import { responderRows } from './dns-responder.ts';
import { domainConnectRows } from './domain-connect.ts';
import { healthRows } from './edge-health.ts';
import { engagementRows } from './engagement.ts';
import { entityTagRows } from './entity-tags.ts';
import { errorPageRows } from './error-pages.ts';
import { errorRouteRows } from './errors.ts';
import { expectationRows } from './expectation.ts';
import { exportRows } from './exports.ts';
import { findingRows } from './findings.ts';
import { goalRows } from './goals.ts';
import { hostClaimRows } from './host-claims.ts';
import { hostRows } from './hosts.ts';
import { idempotencyRows } from './idempotency.ts';
import { journeyRows } from './journeys.ts';
import { limitRows, versioningRows } from './limits.ts';
import { listRows } from './lists.ts';
import { machineReportRows } from './machine-reports.ts';
import { overviewRows } from './overview.ts';
import { ownershipRows } from './ownership.ts';
import { paginationRows } from './pagination.ts';
import { peopleRows } from './people.ts';
import { planRows } from './plans.ts';
import { proxyRows } from './proxy.ts';
import { analyticsShapeRows, proxyAnalyticsRows } from './proxy-reports.ts';
import { queryRows } from './queries.ts';
import { requestRows } from './recorded-requests.ts';
import { edgeRows } from './redirect-answers.ts';
import { redirectRows } from './redirect-attributes.ts';
import { redirectBatchRows } from './redirect-batch.ts';
import { errorRows } from './redirect-errors.ts';
import { locationRows } from './redirect-location.ts';
import { destinationRows, matchPathRows } from './redirect-matching.ts';
import { endpointRows } from './redirect-routes.ts';
import { stateRows } from './redirect-states.ts';
import { referrerRows } from './referrers.ts';
import { replayRows } from './replay.ts';
import { analyticsParameterRows } from './report-parameters.ts';
import { requestListRows } from './request-list.ts';
import { requestReportRows } from './request-reports.ts';
import { retentionRows } from './retention.ts';
import type { Row } from './row.ts';
import { ruleFormatRows } from './rule-formats.ts';
import { ruleRows } from './rules.ts';
import { savedFunnelRows } from './saved-funnels.ts';
import { savedViewRows } from './saved-views.ts';
import { searchTermRows } from './search-terms.ts';
import { segmentRows } from './segments.ts';
import { lifeRows } from './service-life.ts';
import { signedTokenRows } from './signed-tokens.ts';
import { hostnameRows } from './source-hosts.ts';
import { subscriptionRows } from './subscriptions.ts';
import { trackerRows } from './tracker.ts';
import { upstreamTlsRows } from './upstream-tls.ts';
import { upstreamRows } from './upstreams.ts';
import { usageRows } from './usage.ts';
import { versionRows } from './versions.ts';
import { visitorsTlsRows } from './visitors-tls.ts';
import { visitRows } from './visits.ts';
import { webListRows } from './web-lists.ts';
import { webParameterRows } from './web-report-parameters.ts';
import { furtherReportRows, webAnalyticsRows } from './web-reports.ts';
import { webVitalsRows } from './web-vitals.ts';
import { webhookRows } from './webhooks.ts';
import { wildcardRows } from './wildcards.ts';

/** Redirects, and what the conventions of the API are: mostly rows of the control store. */
const management: readonly Row[] = [
  ...redirectRows,
  ...redirectBatchRows,
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
  ...idempotencyRows,
  ...entityTagRows,
  ...auditTrailRows,
  ...versionRows,
  ...planRows,
  ...dashboardRows,
  ...peopleRows,
  ...webhookRows,
  ...annotationRows,
  ...subscriptionRows,
  ...goalRows,
  ...segmentRows,
  ...savedViewRows,
  ...savedFunnelRows,
  ...searchTermRows,
  ...signedTokenRows,
];

/** Hosts, and what the edge answers on them. */
const hosts: readonly Row[] = [
  ...hostnameRows,
  ...hostClaimRows,
  ...ownershipRows,
  ...wildcardRows,
  ...hostRows,
  ...matchPathRows,
  ...destinationRows,
  ...locationRows,
  ...edgeRows,
  ...healthRows,
  ...upstreamRows,
  ...upstreamTlsRows,
  ...visitorsTlsRows,
  ...customDomainRows,
  ...customDomainBatchRows,
  ...customDomainAttributeRows,
  ...dnsRows,
  ...responderRows,
  ...liveRows,
  ...proxyRows,
  ...botRows,
  ...connectPageRows,
  ...domainConnectRows,
  ...errorPageRows,
  ...ruleRows,
  ...ruleFormatRows,
];

/** What the analytics store answers. */
const analytics: readonly Row[] = [
  ...analyticsParameterRows,
  ...analyticsShapeRows,
  ...proxyAnalyticsRows,
  ...requestReportRows,
  ...machineReportRows,
  ...requestRows,
  ...trackerRows,
  ...engagementRows,
  ...webVitalsRows,
  ...webAnalyticsRows,
  ...webParameterRows,
  ...visitRows,
  ...webListRows,
  ...furtherReportRows,
  ...queryRows,
  ...accountQueryRows,
  ...referrerRows,
  ...requestListRows,
  ...replayRows,
  ...conversionRows,
  ...journeyRows,
  ...retentionRows,
  ...customEventRows,
  ...expectationRows,
  ...usageRows,
  ...exportRows,
  ...findingRows,
  ...overviewRows,
  ...accountLimitRows,
];

export const rows: readonly Row[] = [...management, ...hosts, ...analytics];

/** A test file runs each, as a process can have one chDB directory open and rows take turns. */
export const groups: Readonly<Record<'management' | 'hosts' | 'analytics' | 'processes', readonly Row[]>> = {
  management: management.filter(({ process }) => process === undefined),
  hosts: hosts.filter(({ process }) => process === undefined),
  analytics: analytics.filter(({ process }) => process === undefined),
  processes: rows.filter(({ process }) => process !== undefined),
};

/** Of docs/reference; a heading without rows, or rows without a heading here, fail. */
export const headings: readonly string[] = [
  ...on('access-tokens', 'Access tokens'),
  ...on(
    'api',
    'Lists',
    'Idempotency keys',
    'Entity tags',
    'Bodies',
    'Authentication',
    'Errors',
    'Versioning',
    'Ids and times',
    'Answers',
    'Accounts',
    'Rate limit',
    'Live before answered',
  ),
  ...on('audit-trail', 'Events', 'Filters', 'Actors', 'What is recorded'),
  ...on('bots', 'Reverse DNS', 'Signatures', 'The switch', 'robots.txt', 'Assistants'),
  ...on(
    'certificates',
    'Automatic certificates',
    'Fields',
    'Routes',
    'What is refused',
    'What is taken',
    'Which one is served',
  ),
  ...on('config', 'How variables are read', 'Variables'),
  ...on('dns', 'Where upstreams may be', 'Records to set', 'When it is checked'),
  ...on(
    'domains',
    'A host belongs to one account',
    'Upstreams',
    'Errors',
    'Custom domains',
    'Moving to another upstream',
    'Proof of ownership',
    'Filters',
    'Ready',
    'Wildcards',
    'Many at once',
  ),
  ...on('dns-responder', 'What it answers'),
  ...on(
    'domains',
    'A host belongs to one account',
    'Upstreams',
    'Several targets',
    'Health checks',
    'TLS to upstreams',
    'Health now',
    'Errors',
    'Custom domains',
  ),
  ...on('edge', 'Answered', 'Health checks'),
  ...on(
    'connect-page',
    'Links',
    'The page',
    'Inside your product',
    'E-mail',
    'Shared statistics',
    'The brand',
  ),
  ...on('domain-connect', 'The template', 'The key', 'When the button is there', 'Coming back'),
  ...on('versions', 'Versions', 'Restoring', 'Rules', 'Secrets', 'Undo', 'What is kept'),
  ...on(
    'plans',
    'The document',
    'What is refused',
    'Secrets',
    'Rules',
    'The plan',
    'Applying',
    'Approval',
    'Exporting',
  ),
  ...on('tls', 'Of one host', 'Client certificates'),
  ...on('webhooks', 'Endpoints', 'Deliveries'),
  ...on('exports', 'Exports', 'Files', 'Destinations', 'Schedules'),
  ...on('error-pages', 'Which answers get a page', 'Maintenance', 'Setting pages'),
  ...on('errors', 'Errors'),
  ...on('funnels', 'Funnels', 'Saved funnels'),
  ...on('journeys', 'Journeys'),
  ...on('retention', 'Retention'),
  ...on('goals', 'Goals'),
  ...on('hosts', 'Hosts'),
  ...on('injection', 'Which pages'),
  ...on('limits', 'Limits', 'What is limited', 'Unproven hosts', 'The first account', 'Shares'),
  ...on('openid-connect', 'A sign-in'),
  ...on('page-loads', 'Classes', 'The report'),
  ...on('passkeys', 'Registering', 'Signing in'),
  ...on('people', 'Signing in', 'A forgotten password', 'Roles', 'Members', 'Invitations', 'Second factor'),
  ...on('proxy', 'Requests', 'Geo fields', 'Health checks', 'Compression', 'Request ids and traces'),
  ...on(
    'proxy-analytics',
    'Parameters',
    'Reports',
    'Errors',
    'Time series',
    'Ranked lists',
    'Response times',
    'Files, codes, bots, networks',
    'Requests',
  ),
  ...on('query', 'Queries', 'Requests of a host', 'Clicks of a redirect', 'Queries over an account'),
  ...on(
    'redirects',
    'Attributes',
    'Routes',
    'Finding redirects',
    'Many at once',
    'The host',
    'The path',
    'Loops',
    'Circles',
    'Where it leads',
    'The answer',
  ),
  ...on(
    'replay',
    'How a request is replayed',
    'Replay of rules',
    'What is compared',
    "What isn't recorded",
    'Samples',
  ),
  ...on('request-list', 'The list of requests', 'One request by its id'),
  ...on(
    'rules',
    'Order',
    'Paths',
    'Conditions',
    'Redirect',
    'Proxy',
    'Respond',
    'Block',
    'Challenge',
    'Basic auth',
    'Rate limit',
    'Set headers',
    'Pass',
    'Circles',
    'What a list may cost',
    'Warnings',
    'Limits',
    'Reading and replacing',
  ),
  ...on(
    'rule-formats',
    'Files of rules',
    'CSV',
    'JSON',
    'Netlify redirects',
    'Netlify headers',
    'Cloudflare bulk redirects',
    'nginx',
  ),
  ...on('segments', 'Segments'),
  ...on('saved-views', 'Saved views'),
  ...on('search-terms', 'The report', 'Importing', 'The file'),
  ...on(
    'service',
    'Listeners',
    'Help',
    'First start',
    'The data directory',
    'The control socket',
    'Stopping',
  ),
  ...on(
    'signed-tokens',
    'What they read',
    'The domains',
    'Signing keys',
    'The token',
    'Pages of other origins',
  ),
  ...on('sessions', 'Sessions', 'With the cookie', 'How long it lasts'),
  ...on('engagement', 'How it gets into a page', 'Reports', 'What is counted'),
  ...on('web-vitals', 'How it gets into a page', 'Reports', 'What is counted'),
  ...on('enrichment', 'Referrers'),
  ...on(
    'tracker',
    'The tracker',
    'What it sends',
    'Answers',
    'How it gets into a page',
    'Custom events',
    'What is allowed',
    'Events of the tracker',
    'Server events',
  ),
  ...on(
    'web-analytics',
    'Reports',
    'Errors',
    'A visit',
    'Ranked lists',
    'Parameters',
    'A visitor',
    'A pageview',
    'Time series',
  ),
  'docs/reference/annotations.md',
  'docs/reference/subscriptions.md',
  ...on('findings', 'Routes'),
  ...on('overview', 'Counts', 'Traffic'),
  ...on('expectation', 'States', 'Errors'),
  ...on('usage', 'Routes', 'What is counted', 'Closing', 'Errors'),
];

export const notProvoked: Partial<Record<ApiErrorCode, string>> = {
  file_elsewhere: 'it takes a second machine without the file: src/features/exports/download.test.ts',
  query_too_expensive: 'a query has to run for 30 s: src/features/reports/query-routes.test.ts',
  request_timeout: 'a request has 30 s to arrive, which is too long to wait for in this table',
  too_many_subscriptions: 'a mail server has to be there: src/features/subscriptions/subscriptions.test.ts',
  until_invalid: 'a finding has to be open for it: src/features/attention/routes.test.ts',
  unavailable: 'a store has to go away for it: test/integration/service-store-away.test.ts',
};

function on(page: string, ...titles: readonly string[]): string[] {
  return titles.map((title) => `docs/reference/${page}.md ("${title}")`);
}
