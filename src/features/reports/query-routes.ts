/**
 * `POST /api/v1/analytics/custom_domains/:uuid/query`, `…/requests/query`, `…/redirects/:uuid/query`, `…/hosts/:host/requests/query`, and
 * `POST /api/v2/query`, where clients of Plausible's Stats API look for the first. Source: docs/reference/query.md.
 */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import type { HostRequests, RequestQuery } from '../../analytics/query/query.ts';
import { queryJson } from '../../analytics/query/query-json.ts';
import {
  type QueryMembers,
  queryMembers,
  readClickQuery,
  readRequestQuery,
  readVisitorQuery,
} from '../../analytics/query/read-query.ts';
import { runRequestQuery, runVisitorQuery } from '../../analytics/query/run-query.ts';
import {
  type AccountAnalytics,
  type DomainFinder,
  domainUuidOf,
  type RedirectFinder,
  redirectUuidOf,
} from '../../api/analytics-domain.ts';
import { tokenDomainsOf } from '../../api/caller.ts';
import { accountOf, callerOf, notFound } from '../../api/guard.ts';
import { type DomainGoals, membersOf } from '../../api/query-request.ts';
import { query as aboutQuery } from '../../api/reference/descriptions.ts';
import { errorResponses, noQuerySchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue } from '../../core/errors.ts';
import { hasDomain } from '../../core/token-domains.ts';
import { parseHostOrWildcard } from '../../core/wildcard-host.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { answerQuery } from './query-answer.ts';
import {
  clickQuerySchema,
  queryAnswerSchema,
  requestQuerySchema,
  siteQuerySchema,
  visitorQuerySchema,
} from './query-schemas.ts';
import { reportPathSchema } from './report-schemas.ts';

/** The custom domains of an account; implemented by the control store. */
export interface QueriedDomains extends DomainFinder {
  findByHost(
    host: string,
  ): Promise<
    { readonly uuid: string; readonly accountUuid: string; readonly externalId: string } | undefined
  >;
}

/** What the requests of an account's host are counted under. Errors: `not_found`. */
export type FindHost = (accountUuid: string, named: string) => Promise<HostRequests>;

type DomainRoute = { Params: { uuid: string }; Body: RequestBody | null };
type HostRoute = { Params: { account_uuid: string; host: string }; Body: RequestBody | null };
type SiteRoute = { Body: RequestBody | null };

const response = { 200: refTo(queryAnswerSchema), ...errorResponses(400, 404, 413, 415, 503) };

export function addQueryRoutes(
  app: FastifyInstance,
  domains: QueriedDomains,
  redirects: RedirectFinder,
  findHost: FindHost,
  goals: DomainGoals,
  analytics: AccountAnalytics,
  clock: Clock,
): void {
  app.post<DomainRoute>(
    '/api/v1/analytics/custom_domains/:uuid/query',
    {
      schema: {
        operationId: 'queryVisitors',
        summary: 'Query visitors',
        description: `${aboutQuery} Counts visitors, visits, pageviews and custom events.`,
        tags: ['Web analytics'],
        params: reportPathSchema,
        querystring: noQuerySchema,
        body: refTo(visitorQuerySchema),
        response,
      },
    },
    async (request) =>
      answerVisitors(request, await domainUuidOf(request, domains), membersOf(request.body, queryMembers)),
  );

  app.post<DomainRoute>(
    '/api/v1/analytics/custom_domains/:uuid/requests/query',
    {
      schema: {
        operationId: 'queryRequests',
        summary: 'Query requests',
        description: `${aboutQuery} Counts the requests that the edge answered.`,
        tags: ['Proxy analytics'],
        params: reportPathSchema,
        querystring: noQuerySchema,
        body: refTo(requestQuerySchema),
        response,
      },
    },
    async (request) => {
      const isForCustomer = tokenDomainsOf(callerOf(request)) !== null;
      return answerRequests(request, await domainUuidOf(request, domains), (members, nowMs) =>
        readRequestQuery(members, nowMs, isForCustomer),
      );
    },
  );

  app.post<DomainRoute>(
    '/api/v1/analytics/redirects/:uuid/query',
    {
      schema: {
        operationId: 'queryClicks',
        summary: 'Query clicks of a redirect',
        description: `${aboutQuery} Counts clicks: the requests that the redirect, or a rule of its host, answered.`,
        tags: ['Proxy analytics'],
        params: reportPathSchema,
        querystring: noQuerySchema,
        body: refTo(clickQuerySchema),
        response,
      },
    },
    async (request) => answerRequests(request, await redirectUuidOf(request, redirects), readClickQuery),
  );

  app.post<HostRoute>(
    '/api/v1/accounts/:account_uuid/hosts/:host/requests/query',
    {
      schema: {
        operationId: 'queryHostRequests',
        summary: 'Query requests of a host',
        description: `${aboutQuery} Counts the requests of one host, whatever the account has on it.`,
        tags: ['Proxy analytics'],
        params: Type.Object({
          account_uuid: uuidSchema,
          host: Type.String({ description: 'The host that was asked.', examples: ['go.example.com'] }),
        }),
        querystring: noQuerySchema,
        body: refTo(requestQuerySchema),
        response,
      },
    },
    async (request) => {
      const { host, owners } = await findHost(accountOf(request, 'read'), request.params.host);
      const [uuid = ''] = owners;
      return answerRequests(request, uuid, (members, nowMs) => ({
        ...readRequestQuery(members, nowMs),
        over: { host, owners },
      }));
    },
  );

  app.post<SiteRoute>(
    '/api/v2/query',
    {
      schema: {
        operationId: 'querySite',
        summary: 'Query visitors by host',
        description:
          'The same as `queryVisitors`, for clients of Plausible’s Stats API v2: `site_id` is the host of the custom domain.',
        tags: ['Web analytics'],
        querystring: noQuerySchema,
        body: refTo(siteQuerySchema),
        response,
      },
    },
    async (request) => {
      const { site_id: site, ...members } = membersOf(request.body, ['site_id', ...queryMembers]);
      return answerVisitors(request, await siteOf(request, site), members);
    },
  );

  async function siteOf(request: FastifyRequest, site: unknown): Promise<string> {
    if (typeof site !== 'string')
      throw queryJson.refuse(
        'site_id',
        site === undefined ? 'is missing' : `is ${quoteValue(site)}`,
        'the host of a custom domain',
      );
    const host = parseHostOrWildcard(site);
    const found = host.ok ? await domains.findByHost(host.host) : undefined;
    const caller = callerOf(request);
    const set = tokenDomainsOf(caller);
    if (found?.accountUuid !== caller.accountUuid || (set && !hasDomain(set, found)))
      throw notFound('custom domain', site);
    return found.uuid;
  }

  function storeOf(request: FastifyRequest): ReportStore {
    return analytics.forAccount(callerOf(request).accountUuid);
  }

  async function answerRequests(
    request: FastifyRequest<DomainRoute> | FastifyRequest<HostRoute>,
    uuid: string,
    read: (members: QueryMembers, nowMs: number) => RequestQuery,
  ): Promise<object> {
    const members = membersOf(request.body, queryMembers);
    const query = read(members, clock.now());
    const store = storeOf(request);
    return answerQuery(query, members, (each) => runRequestQuery(store, uuid, each));
  }

  async function answerVisitors(
    request: FastifyRequest,
    domain: string,
    members: QueryMembers,
  ): Promise<object> {
    const query = readVisitorQuery(members, clock.now(), await goals.ofDomain(domain));
    const store = storeOf(request);
    return answerQuery(query, members, (each) => runVisitorQuery(store, domain, each));
  }
}
