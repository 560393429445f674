/** `/api/v1/accounts/:account_uuid/upstreams`. Source: docs/reference/domains.md ("Upstreams"). */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { expectationOf, ifMatchSchema } from '../../api/entity-tags.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage, readSort } from '../../api/query.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { errorResponses, messageSchema, pageSchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import type { Upstreams } from '../../control/upstreams.ts';
import type { Clock } from '../../core/clock.ts';
import type { UpstreamCheck } from '../../core/custom-domain.ts';
import { pageOffset } from '../../core/page.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import {
  readChangedUpstream,
  readNewUpstream,
  refuseForbiddenPlaces,
  upstreamResource,
  upstreamSortFields,
} from '../../resources/upstream.ts';
import { upstreamTlsChecks } from './tls-checks.ts';
import {
  deletedUpstreamMessage,
  upstreamBodySchemas,
  upstreamQuerySchema,
  upstreamSchema,
  upstreamToWire,
} from './wire.ts';

type ListRequest = { Params: { account_uuid: string }; Querystring: Query; Body: RequestBody | null };
type ItemRequest = { Params: { account_uuid: string; upstream_uuid: string }; Body: RequestBody | null };

const collection = '/api/v1/accounts/:account_uuid/upstreams';
const item = `${collection}/:upstream_uuid`;
const tags = ['Upstreams'];
const collectionParams = Type.Object({ account_uuid: uuidSchema });
const itemParams = Type.Object({ account_uuid: uuidSchema, upstream_uuid: uuidSchema });
const consumes = [...bodyMediaTypes];

export function addUpstreamRoutes(
  app: FastifyInstance,
  upstreams: Upstreams,
  check: UpstreamCheck,
  changes: RoutingChanges,
  clock: Clock,
): void {
  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'listUpstreams',
        summary: 'List upstreams',
        tags,
        params: collectionParams,
        querystring: upstreamQuerySchema,
        response: {
          200: pageSchema(upstreamSchema, 'A page of upstreams.', 'records'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const page = readPage(request.query);
      const sort = readSort(request.query, upstreamSortFields, { field: 'created_at', direction: 'desc' });
      const { upstreams: found, count } = await upstreams.list({
        accountUuid,
        sort,
        limit: page.perPage,
        offset: pageOffset(page),
      });
      return { records: found.map(upstreamToWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.post<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'createUpstream',
        summary: 'Create an upstream',
        tags,
        consumes,
        params: collectionParams,
        body: refTo(upstreamBodySchemas.create),
        response: {
          201: refTo(upstreamSchema, 'The upstream created.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, upstreamResource.names);
      await refuseForbiddenPlaces(body, check, accountUuid);
      // No custom domain is on it yet, so the edge has nothing to learn.
      const upstream = await upstreams.create(
        accountUuid,
        readNewUpstream(body, upstreamTlsChecks(clock.now())),
      );
      reply.code(201).header('location', `/api/v1/accounts/${accountUuid}/upstreams/${upstream.uuid}`);
      return upstreamToWire(upstream);
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'getUpstream',
        summary: 'Retrieve an upstream',
        tags,
        params: itemParams,
        response: { 200: refTo(upstreamSchema, 'The upstream.'), ...errorResponses(404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { upstream_uuid: named } = request.params;
      const upstream = await upstreams.find(accountUuid, idOf('upstream', named));
      if (!upstream) throw notFound('upstream', named);
      return upstreamToWire(upstream);
    },
  );

  app.put<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'updateUpstream',
        summary: 'Update an upstream',
        tags,
        consumes,
        params: itemParams,
        headers: ifMatchSchema,
        body: refTo(upstreamBodySchemas.update),
        response: {
          200: refTo(upstreamSchema, 'The upstream as it is now.'),
          ...errorResponses(400, 403, 404, 412, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { upstream_uuid: named } = request.params;
      const uuid = idOf('upstream', named);
      const found = await upstreams.find(accountUuid, uuid);
      if (!found) throw notFound('upstream', named);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, upstreamResource.names);
      await refuseForbiddenPlaces(body, check, accountUuid, found);
      const expect = expectationOf(request);
      const updated = await upstreams.update(accountUuid, uuid, (current) => {
        expect(current);
        return readChangedUpstream(body, current, upstreamTlsChecks(clock.now(), current));
      });
      // Deleted since it was found above.
      if (!updated) throw notFound('upstream', named);
      await makeLive(changes, request);
      return upstreamToWire(updated);
    },
  );

  app.delete<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'deleteUpstream',
        summary: 'Delete an upstream',
        tags,
        params: itemParams,
        response: {
          200: refTo(messageSchema, 'A confirmation that says how many custom domains went with it.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { upstream_uuid: named } = request.params;
      const deleted = await upstreams.delete(accountUuid, idOf('upstream', named));
      if (!deleted) throw notFound('upstream', named);
      await makeLive(changes, request);
      return { message: deletedUpstreamMessage(deleted.upstream, deleted.domainsDeleted) };
    },
  );
}
