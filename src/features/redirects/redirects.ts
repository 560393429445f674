/** `/api/v1/accounts/:account_uuid/redirects`. Source: docs/reference/redirects.md. */
import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { expectationOf, ifMatchSchema } from '../../api/entity-tags.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readFilters, readPage, readSearch, readSort } from '../../api/query.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import { errorResponses, messageSchema, pageSchema, refTo, uuidSchema } from '../../api/schemas/common.ts';
import { createRedirectBatch } from '../../control/redirect-batch.ts';
import type { Redirects } from '../../control/redirects.ts';
import { pageOffset } from '../../core/page.ts';
import { maxBatch } from '../../resources/batch.ts';
import {
  attributeInvalid,
  readOptional,
  readRequired,
  refuseUnknownAttributes,
} from '../../resources/read-attributes.ts';
import {
  readChangedRedirect,
  readNewRedirect,
  redirectResource,
  redirectSortFields,
} from '../../resources/redirect.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import {
  redirectBatchOptions,
  redirectBodySchemas,
  redirectQuerySchema,
  redirectSchema,
  redirectToWire,
} from './wire.ts';

type ListRequest = { Params: { account_uuid: string }; Querystring: Query; Body: RequestBody | null };
type ItemRequest = { Params: { account_uuid: string; redirect_uuid: string }; Body: RequestBody | null };

const collection = '/api/v1/accounts/:account_uuid/redirects';
const item = `${collection}/:redirect_uuid`;
const tags = ['Redirects'];
const collectionParams = Type.Object({ account_uuid: uuidSchema });
const itemParams = Type.Object({ account_uuid: uuidSchema, redirect_uuid: uuidSchema });
const { source_host: sourceHostAttribute } = redirectResource.attributes;
const consumes = [...bodyMediaTypes];
const batchSchema = Type.Object({
  redirects: Type.Array(refTo(redirectBodySchemas.create), {
    minItems: 1,
    maxItems: maxBatch,
    description: 'The redirects to create, each as if it were created alone.',
  }),
  ...redirectBatchOptions,
});

export function addRedirectRoutes(
  app: FastifyInstance,
  redirects: Redirects,
  changes: RoutingChanges,
  edgeHostname: string | undefined,
): void {
  // Only the operator may put a redirect there.
  const refuseOwnName = (host: string) => {
    if (host === edgeHostname)
      throw attributeInvalid(sourceHostAttribute, host, "it is this service's own name");
  };

  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'listRedirects',
        summary: 'List redirects',
        tags,
        params: collectionParams,
        querystring: redirectQuerySchema,
        response: { 200: pageSchema(redirectSchema, 'A page of redirects.'), ...errorResponses(400, 404) },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const filters = readFilters(request.query, redirectResource);
      const search = readSearch(request.query);
      const page = readPage(request.query);
      const sort = readSort(request.query, redirectSortFields, { field: 'created_at', direction: 'desc' });
      const { redirects: found, count } = await redirects.list({
        accountUuid,
        ...filters,
        search,
        sort,
        limit: page.perPage,
        offset: pageOffset(page),
      });
      return { data: found.map(redirectToWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.post<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'createRedirect',
        summary: 'Create a redirect',
        tags,
        consumes,
        params: collectionParams,
        body: refTo(redirectBodySchemas.create),
        response: {
          201: refTo(redirectSchema, 'The redirect created.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, redirectResource.names);
      const sourceHost = readRequired(body, sourceHostAttribute);
      refuseOwnName(sourceHost);
      await redirects.refuseTaken(accountUuid, sourceHost);
      const redirect = await redirects.create(accountUuid, readNewRedirect(body));
      await makeLive(changes, request);
      reply.code(201).header('location', `/api/v1/accounts/${accountUuid}/redirects/${redirect.uuid}`);
      return redirectToWire(redirect);
    },
  );

  app.post<ListRequest>(
    `${collection}/batch`,
    {
      schema: {
        operationId: 'createRedirectBatch',
        summary: 'Create many redirects at once',
        tags,
        consumes,
        params: collectionParams,
        body: batchSchema,
        response: {
          200: dataSchema('A dry run: the redirects that would be created, with uuids that are not kept.'),
          201: dataSchema('The redirects created, in the order of the list.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const body = request.body ?? emptyBody;
      const batch = await createRedirectBatch(redirects, accountUuid, body, refuseOwnName);
      if (!batch.dryRun) await makeLive(changes, request);
      reply.code(batch.dryRun ? 200 : 201);
      return { data: batch.redirects.map(redirectToWire) };
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'getRedirect',
        summary: 'Retrieve a redirect',
        tags,
        params: itemParams,
        response: { 200: refTo(redirectSchema, 'The redirect.'), ...errorResponses(404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const redirect = await redirects.find(accountUuid, idOf('redirect', request.params.redirect_uuid));
      if (!redirect) throw notFound('redirect', request.params.redirect_uuid);
      return redirectToWire(redirect);
    },
  );

  app.put<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'updateRedirect',
        summary: 'Update a redirect',
        tags,
        consumes,
        params: itemParams,
        headers: ifMatchSchema,
        body: refTo(redirectBodySchemas.update),
        response: {
          200: refTo(redirectSchema, 'The redirect as it is now.'),
          ...errorResponses(400, 403, 404, 412, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const uuid = idOf('redirect', request.params.redirect_uuid);
      const found = await redirects.find(accountUuid, uuid);
      if (!found) throw notFound('redirect', request.params.redirect_uuid);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, redirectResource.names);
      const sourceHost = readOptional(body, sourceHostAttribute);
      if (sourceHost !== undefined) {
        if (sourceHost !== found.sourceHost) refuseOwnName(sourceHost);
        await redirects.refuseTaken(accountUuid, sourceHost, uuid);
      }
      // What is left out is only known under the lock.
      const expect = expectationOf(request);
      const update = await redirects.update(accountUuid, uuid, (current) => {
        expect(current);
        return readChangedRedirect(body, current);
      });
      // Deleted since it was found above.
      if (!update) throw notFound('redirect', request.params.redirect_uuid);
      await makeLive(changes, request);
      return redirectToWire(update);
    },
  );

  app.delete<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'deleteRedirect',
        summary: 'Delete a redirect',
        tags,
        params: itemParams,
        response: {
          200: refTo(messageSchema, 'A confirmation that names the uuid and the host.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const deleted = await redirects.delete(accountUuid, idOf('redirect', request.params.redirect_uuid));
      if (!deleted) throw notFound('redirect', request.params.redirect_uuid);
      await makeLive(changes, request);
      return { message: `Redirect ${deleted.uuid} of ${deleted.sourceHost} was deleted.` };
    },
  );
}

function dataSchema(description: string): TObject {
  return Type.Object({ data: Type.Array(refTo(redirectSchema)) }, { description });
}
