/**
 * `/api/v1/accounts/:account_uuid/hosts/:host/requests` and `…/requests/:request_id`. Source: docs/reference/request-list.md.
 */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { queryJson } from '../../analytics/query/query-json.ts';
import { readFilters } from '../../analytics/query/read-filters.ts';
import { requestFilterWords } from '../../analytics/query/read-query.ts';
import { findRequest, listRequests } from '../../analytics/query/request-list.ts';
import type { AccountAnalytics } from '../../api/analytics-domain.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import { findRecordedHost, type Hosts, isOwner } from '../../api/host-owners.ts';
import { linkNext } from '../../api/page-answer.ts';
import { defaultPerPage, maxPerPage, type Query, readInteger, readParameter } from '../../api/query.ts';
import { withinLimits } from '../../api/query-request.ts';
import { errorResponses, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue } from '../../core/errors.ts';
import {
  formatCursor,
  listedRequestSchema,
  listedRequestToWire,
  readCursor,
  readSince,
  requestListQuerySchema,
  requestListSchema,
} from './schemas.ts';

type FindRequest = { Params: { account_uuid: string; request_id: string } };
type ListRequest = { Params: { account_uuid: string; host: string }; Querystring: Query };

export function addHostRequestsRoutes(
  app: FastifyInstance,
  hosts: Hosts,
  analytics: AccountAnalytics,
  clock: Clock,
): void {
  app.get<ListRequest>(
    '/api/v1/accounts/:account_uuid/hosts/:host/requests',
    {
      schema: {
        operationId: 'listHostRequests',
        summary: 'List the newest requests of a host',
        description:
          'Answers requests one by one, as they were recorded, without addresses, user agents and queries. A request is listed about two seconds after its end. `pagination.next` is the `cursor` of the next page. Answers 400 `query_invalid` with the place of a mistake in `filters`.',
        tags: ['Proxy analytics'],
        params: Type.Object({
          account_uuid: uuidSchema,
          host: Type.String({ description: 'The host that was asked.', examples: ['go.example.com'] }),
        }),
        querystring: requestListQuerySchema,
        response: { 200: requestListSchema, ...errorResponses(400, 404, 503) },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const { host, owners } = await findRecordedHost(hosts, accountUuid, request.params.host);
      const filters = readFilters(parseFilters(request.query), requestFilterWords);
      const limit = readInteger(request.query, 'per_page', 'per_page_invalid', defaultPerPage, maxPerPage);
      const before = readCursor(request.query);
      const since = readSince(request.query);
      const store = analytics.forAccount(accountUuid);
      const listed = await withinLimits(() =>
        listRequests(store, { host, owners, filters, limit, before, since }, clock.now()),
      );
      const last = listed.length < limit ? undefined : listed.at(-1);
      const next = last && formatCursor(last);
      linkNext(request, reply, next, limit);
      return { data: listed.map(listedRequestToWire), pagination: { next: next ?? null } };
    },
  );
  app.get<FindRequest>(
    '/api/v1/accounts/:account_uuid/requests/:request_id',
    {
      schema: {
        operationId: 'getRequest',
        summary: 'Find a request by its id',
        description:
          'A day before and after the time that the id begins with is looked through. A request of another account is not found.',
        tags: ['Proxy analytics'],
        params: Type.Object({
          account_uuid: uuidSchema,
          request_id: Type.String({
            description: '`X-Request-Id` of the answer that the visitor got.',
            examples: ['019aab24-7c3d-7c1e-9f60-8a1b2c3d4e5f'],
          }),
        }),
        response: { 200: refTo(listedRequestSchema), ...errorResponses(404, 503) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { request_id: named } = request.params;
      const requestId = idOf('request', named);
      const found = await withinLimits(() => findRequest(analytics.forAccount(accountUuid), requestId));
      // Somebody else's is as if there were none.
      if (!found || !(await isOwner(hosts, accountUuid, found.owner, found.request.host)))
        throw notFound('request', named);
      return listedRequestToWire(found.request);
    },
  );
}

function parseFilters(query: Query): unknown {
  const text = readParameter(query, 'filters', 'query_invalid');
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw queryJson.refuse('filters', `is ${quoteValue(text)}`, 'a list of filters as JSON');
  }
}
