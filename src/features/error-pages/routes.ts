/**
 * `…/upstreams/:upstream_uuid/error_pages` and `…/custom_domains/:custom_domain_uuid/error_pages`.
 * Source: docs/reference/error-pages.md ("Setting pages").
 */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { bodyMediaTypes } from '../../api/body/parsers.ts';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage } from '../../api/query.ts';
import { live as aboutLive, page as aboutPage } from '../../api/reference/descriptions.ts';
import { makeLive, type RoutingChanges } from '../../api/routing-changes.ts';
import {
  createdSchema,
  errorResponses,
  messageSchema,
  pageSchema,
  refTo,
  uuidSchema,
} from '../../api/schemas/common.ts';
import type { ControlStore } from '../../control/store.ts';
import { type ErrorPageStatus, errorPageStatuses } from '../../core/error-page.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { pageOfList, rangeOf } from '../../core/page.ts';
import { readRequired, refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { Upstreams } from '../upstreams/upstream-store.ts';
import { errorPageHtml } from './error-page.ts';
import { ErrorPages, type PageOwner } from './error-page-store.ts';
import {
  errorPageBodySchema,
  errorPageNames,
  errorPageQuerySchema,
  errorPageSchema,
  errorPageSummarySchema,
  errorPageSummaryToWire,
  errorPageToWire,
} from './schemas.ts';

type OwnerParams = { account_uuid: string; upstream_uuid: string; custom_domain_uuid?: string };
type ListRequest = { Params: OwnerParams; Querystring: Query };
type ItemRequest = { Params: OwnerParams & { status: string }; Body: RequestBody | null };
type Stores = ControlStore;

/** What pages belong to. */
type Kind = {
  readonly kind: PageOwner['kind'];
  /** In sentences. */
  readonly words: string;
  readonly path: string;
  readonly params: typeof upstreamParams;
  /** In operation ids. */
  readonly id: string;
  readonly tags: string[];
  /** What the operations do, in the API reference. */
  readonly about: { readonly list: string; readonly set: string; readonly delete: string };
};

const upstreamParams = { account_uuid: uuidSchema, upstream_uuid: uuidSchema };
const upstreamPath = '/api/v1/accounts/:account_uuid/upstreams/:upstream_uuid';
const kinds: readonly Kind[] = [
  {
    kind: 'upstream',
    words: 'upstream',
    path: upstreamPath,
    params: upstreamParams,
    id: 'Upstream',
    tags: ['Upstreams'],
    about: {
      list: `Which pages the upstream has, without their HTML. ${aboutPage}`,
      set: `Sets the HTML that visitors get: the page for 404 in place of the upstream’s 404, the page for 502 when the upstream can’t be reached or fails, the page for 503 during maintenance. It holds for all hosts that are proxied to the upstream and have no page of their own. ${aboutLive}`,
      delete: `Visitors get plain text again, or the upstream’s own 404. ${aboutLive}`,
    },
  },
  {
    kind: 'custom_domain',
    words: 'custom domain',
    path: `${upstreamPath}/custom_domains/:custom_domain_uuid`,
    params: Object.assign({}, upstreamParams, { custom_domain_uuid: uuidSchema }),
    id: 'CustomDomain',
    tags: ['Custom domains'],
    about: {
      list: `Which pages the custom domain has itself, without their HTML. ${aboutPage}`,
      set: `Sets the HTML that the host’s visitors get, in place of the upstream’s page for the same status. ${aboutLive}`,
      delete: `Visitors get the upstream’s page again, if it has one. ${aboutLive}`,
    },
  },
];
const statusSchema = Type.Unsafe<number>({
  type: 'integer',
  enum: [...errorPageStatuses],
  description: 'The status that the page is for.',
});

export function addErrorPageRoutes(app: FastifyInstance, stores: Stores, changes: RoutingChanges): void {
  for (const kind of kinds) addRoutesOf(app, kind, stores, changes);
}

function addRoutesOf(
  app: FastifyInstance,
  { kind, words, path, params, id, tags, about }: Kind,
  stores: Stores,
  changes: RoutingChanges,
): void {
  const errorPages = new ErrorPages(stores);
  const collection = `${path}/error_pages`;
  const item = `${collection}/:status`;
  const itemParams = Type.Object({ ...params, status: statusSchema });
  const ofOwner = `of ${kind === 'upstream' ? 'an' : 'a'} ${words}`;

  /** Also its path. */
  const ownerOf = async (accountUuid: string, named: OwnerParams): Promise<PageOwner & { path: string }> => {
    const upstreamUuid = idOf('upstream', named.upstream_uuid);
    const ownPath = `/api/v1/accounts/${accountUuid}/upstreams/${upstreamUuid}`;
    if (kind === 'upstream') {
      const upstream = await new Upstreams(stores).find(accountUuid, upstreamUuid);
      if (!upstream) throw notFound('upstream', named.upstream_uuid);
      return { kind, accountUuid, uuid: upstreamUuid, path: ownPath };
    }
    const { custom_domain_uuid: domain = '' } = named;
    const found = await new CustomDomains(stores).find(
      accountUuid,
      upstreamUuid,
      idOf('custom domain', domain),
    );
    if (!found) throw notFound('custom domain', domain);
    return { kind, accountUuid, uuid: found.uuid, path: `${ownPath}/custom_domains/${found.uuid}` };
  };

  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: `list${id}ErrorPages`,
        summary: `List the error pages ${ofOwner}`,
        description: about.list,
        tags,
        params: Type.Object(params),
        querystring: errorPageQuerySchema,
        response: {
          200: pageSchema(
            errorPageSummarySchema,
            'A page of the list, in order of status, without the HTML.',
          ),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const owner = await ownerOf(accountOf(request, 'read'), request.params);
      const page = readPage(request.query);
      const found = await errorPages.list(owner);
      return {
        data: pageOfList(rangeOf(page), found, ({ status }) => String(status)).map(errorPageSummaryToWire),
        pagination: paginate(request, reply, page, found.length),
      };
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: `get${id}ErrorPage`,
        summary: `Retrieve an error page ${ofOwner}`,
        description: 'Answers a page with its HTML.',
        tags,
        params: itemParams,
        response: { 200: refTo(errorPageSchema, 'The page.'), ...errorResponses(404) },
      },
    },
    async (request) => {
      const owner = await ownerOf(accountOf(request, 'read'), request.params);
      const { status } = request.params;
      const page = await errorPages.find(owner, statusOf(status));
      if (!page) throw noPage(words, status);
      return errorPageToWire(page);
    },
  );

  app.put<ItemRequest>(
    item,
    {
      schema: {
        operationId: `set${id}ErrorPage`,
        summary: `Set an error page ${ofOwner}`,
        description: about.set,
        tags,
        consumes: [...bodyMediaTypes],
        params: itemParams,
        body: refTo(errorPageBodySchema),
        response: {
          200: refTo(errorPageSchema, 'The page, which took the place of another one.'),
          201: createdSchema(errorPageSchema, 'The page created.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const owner = await ownerOf(accountOf(request, 'write'), request.params);
      const status = statusOf(request.params.status);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, errorPageNames);
      const set = await errorPages.set(owner, status, readRequired(body, errorPageHtml));
      // Deleted since it was found above.
      if (!set) throw notFound(words, owner.uuid);
      await makeLive(changes, request);
      if (set.isNew) reply.code(201).header('location', `${owner.path}/error_pages/${status}`);
      return errorPageToWire(set.page);
    },
  );

  app.delete<ItemRequest>(
    item,
    {
      schema: {
        operationId: `delete${id}ErrorPage`,
        summary: `Delete an error page ${ofOwner}`,
        description: about.delete,
        tags,
        params: itemParams,
        response: {
          200: refTo(messageSchema, 'A confirmation that names the status.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request) => {
      const owner = await ownerOf(accountOf(request, 'write'), request.params);
      const { status } = request.params;
      const deleted = await errorPages.delete(owner, statusOf(status));
      if (!deleted) throw noPage(words, status);
      await makeLive(changes, request);
      return { message: `The page for ${deleted.status} of ${words} ${owner.uuid} was deleted.` };
    },
  );
}

/** Errors: `not_found`. */
function statusOf(text: string): ErrorPageStatus {
  const status = errorPageStatuses.find((each) => String(each) === text);
  if (status !== undefined) return status;
  throw new ServiceError(
    'not_found',
    `there are no error pages for ${quoteValue(text)}; there may be pages for ${errorPageStatuses.join(', ')}`,
  );
}

function noPage(words: string, status: string): ServiceError {
  return new ServiceError('not_found', `the ${words} has no error page for ${status}`);
}
