/** `/api/v1/accounts/:account_uuid/redirects`. Source: docs/reference/redirects.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { type RedirectAttributes, type Redirects, redirectSortFields } from '../../control/redirects.ts';
import { pageOffset } from '../../core/page.ts';
import { attributeInvalid, readOptional, readRequired, refuseUnknownAttributes } from '../attributes.ts';
import { bodyMediaTypes } from '../body/parsers.ts';
import { emptyBody, type RequestBody } from '../body/request-body.ts';
import { accountOf, idOf, notFound } from '../guard.ts';
import { paginate } from '../page-answer.ts';
import { type Query, readFilter, readPage, readSearch, readSort } from '../query.ts';
import { makeLive, type RoutingChanges } from '../routing-changes.ts';
import { errorResponses, messageSchema, pageSchema, refTo, uuidSchema } from '../schemas/common.ts';
import {
  activeAttribute,
  destinationUrlAttribute,
  matchPathAttribute,
  preservePathAttribute,
  preserveQueryStringAttribute,
  redirectAttributeNames,
  redirectBodySchemas,
  redirectQuerySchema,
  redirectSchema,
  redirectToWire,
  redirectTypeAttribute,
  refuseLoop,
  sourceHostAttribute,
} from '../schemas/redirect.ts';

type ListRequest = { Params: { account_uuid: string }; Querystring: Query; Body: RequestBody | null };
type ItemRequest = { Params: { account_uuid: string; redirect_uuid: string }; Body: RequestBody | null };

const collection = '/api/v1/accounts/:account_uuid/redirects';
const item = `${collection}/:redirect_uuid`;
const tags = ['Redirects'];
const collectionParams = Type.Object({ account_uuid: uuidSchema });
const itemParams = Type.Object({ account_uuid: uuidSchema, redirect_uuid: uuidSchema });
const consumes = [...bodyMediaTypes];

export function addRedirectRoutes(
  app: FastifyInstance,
  redirects: Redirects,
  changes: RoutingChanges,
  edgeHostname: string | undefined,
): void {
  // Only the operator may put a redirect there, on the command line.
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
      const sourceHost = readFilter(request.query, sourceHostAttribute);
      const search = readSearch(request.query);
      const page = readPage(request.query);
      const sort = readSort(request.query, redirectSortFields, { field: 'created_at', direction: 'desc' });
      const { redirects: found, count } = await redirects.list({
        accountUuid,
        sourceHost,
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
      refuseUnknownAttributes(body, redirectAttributeNames);
      const sourceHost = readRequired(body, sourceHostAttribute);
      refuseOwnName(sourceHost);
      await redirects.refuseTaken(accountUuid, sourceHost);
      const matchPath = readOptional(body, matchPathAttribute) ?? '*';
      const destinationUrl = readRequired(body, destinationUrlAttribute);
      refuseLoop({ sourceHost, matchPath, destinationUrl });
      const redirect = await redirects.create(accountUuid, {
        sourceHost,
        matchPath,
        destinationUrl,
        redirectType: readOptional(body, redirectTypeAttribute) ?? 'permanent',
        preservePath: readOptional(body, preservePathAttribute) ?? true,
        preserveQueryString: readOptional(body, preserveQueryStringAttribute) ?? true,
        active: readOptional(body, activeAttribute) ?? true,
      });
      await makeLive(changes, request);
      reply.code(201).header('location', `/api/v1/accounts/${accountUuid}/redirects/${redirect.uuid}`);
      return redirectToWire(redirect);
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
        summary: 'Update a redirect; attributes left out stay as they are',
        tags,
        consumes,
        params: itemParams,
        body: refTo(redirectBodySchemas.update),
        response: {
          200: refTo(redirectSchema, 'The redirect as it is now.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const uuid = idOf('redirect', request.params.redirect_uuid);
      const found = await redirects.find(accountUuid, uuid);
      if (!found) throw notFound('redirect', request.params.redirect_uuid);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, redirectAttributeNames);
      const sourceHost = readOptional(body, sourceHostAttribute);
      if (sourceHost !== undefined) {
        if (sourceHost !== found.sourceHost) refuseOwnName(sourceHost);
        await redirects.refuseTaken(accountUuid, sourceHost, uuid);
      }
      const given = {
        sourceHost,
        matchPath: readOptional(body, matchPathAttribute),
        destinationUrl: readOptional(body, destinationUrlAttribute),
      };
      // What is left out is only known under the lock, so a loop is looked for there, before the later attributes.
      const update = await redirects.update(accountUuid, uuid, (current) => {
        const kept = {
          sourceHost: given.sourceHost ?? current.sourceHost,
          matchPath: given.matchPath ?? current.matchPath,
          destinationUrl: given.destinationUrl ?? current.destinationUrl,
        };
        refuseLoop(kept);
        return {
          ...kept,
          redirectType: readOptional(body, redirectTypeAttribute) ?? current.redirectType,
          preservePath: readOptional(body, preservePathAttribute) ?? current.preservePath,
          preserveQueryString:
            readOptional(body, preserveQueryStringAttribute) ?? current.preserveQueryString,
          active: readOptional(body, activeAttribute) ?? current.active,
        } satisfies RedirectAttributes;
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
