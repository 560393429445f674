/** `/api/v1/accounts/:account_uuid/access_tokens`. Source: docs/reference/access-tokens.md. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { AccessTokens } from '../../control/access-tokens.ts';
import type { Clock } from '../../core/clock.ts';
import { pageOffset } from '../../core/page.ts';
import {
  type AccessToken,
  accessTokenResource,
  readNewAccessToken,
  tokenSortFields,
} from '../../resources/access-token.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import type { Authenticator } from '../auth.ts';
import { bodyMediaTypes } from '../body/parsers.ts';
import { accountOf, callerOf, idOf, notFound } from '../guard.ts';
import { paginate } from '../page-answer.ts';
import { type Query, readPage, readSort } from '../query.ts';
import { makeLive, type RoutingChanges } from '../routing-changes.ts';
import {
  accessTokenBodySchema,
  accessTokenQuerySchema,
  accessTokenSchema,
  accessTokenToWire,
  createdAccessTokenSchema,
  revokedAccessTokenMessage,
} from '../schemas/access-token.ts';
import { errorResponses, messageSchema, pageSchema, refTo, uuidSchema } from '../schemas/common.ts';

type ListRequest = { Params: { account_uuid: string }; Querystring: Query; Body: RequestBody | null };
type ItemRequest = { Params: { account_uuid: string; access_token_uuid: string } };

const kind = 'access token';
const collection = '/api/v1/accounts/:account_uuid/access_tokens';
const item = `${collection}/:access_token_uuid`;
const tags = ['Access tokens'];
const collectionParams = Type.Object({ account_uuid: uuidSchema });
const itemParams = Type.Object({ account_uuid: uuidSchema, access_token_uuid: uuidSchema });

export function addAccessTokenRoutes(
  app: FastifyInstance,
  tokens: AccessTokens,
  authenticator: Authenticator,
  changes: RoutingChanges,
  clock: Clock,
): void {
  const toWire = (token: AccessToken) =>
    accessTokenToWire({ ...token, lastUsedAt: authenticator.lastUsedAt(token) });

  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'listAccessTokens',
        summary: 'List access tokens',
        tags,
        params: collectionParams,
        querystring: accessTokenQuerySchema,
        response: {
          200: pageSchema(accessTokenSchema, 'A page of access tokens.'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const page = readPage(request.query);
      const sort = readSort(request.query, tokenSortFields, { field: 'created_at', direction: 'desc' });
      const range = { limit: page.perPage, offset: pageOffset(page) };
      const { tokens: found, count } = await tokens.page({ accountUuid, sort, ...range });
      return { data: found.map(toWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.post<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'createAccessToken',
        summary: 'Create an access token',
        tags,
        consumes: [...bodyMediaTypes],
        params: collectionParams,
        body: refTo(accessTokenBodySchema),
        response: {
          201: refTo(createdAccessTokenSchema, 'The access token created, with the token itself.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, accessTokenResource.names);
      const wanted = readNewAccessToken(body, clock.now());
      const { token, secret } = await tokens.create({ accountUuid, ...wanted });
      reply
        .code(201)
        .header('location', `/api/v1/accounts/${accountUuid}/access_tokens/${token.uuid}`)
        .header('cache-control', 'no-store');
      return { ...toWire(token), token: secret };
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'getAccessToken',
        summary: 'Retrieve an access token',
        tags,
        params: itemParams,
        response: { 200: refTo(accessTokenSchema, 'The access token.'), ...errorResponses(404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { access_token_uuid: named } = request.params;
      const token = await tokens.find(accountUuid, idOf(kind, named));
      if (!token) throw notFound(kind, named);
      return toWire(token);
    },
  );

  app.delete<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'revokeAccessToken',
        summary: 'Revoke an access token',
        tags,
        params: itemParams,
        response: {
          200: refTo(messageSchema, 'A confirmation that names the uuid and the name.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { access_token_uuid: named } = request.params;
      const revoked = await tokens.revoke(idOf(kind, named), accountUuid);
      if (!revoked) throw notFound(kind, named);
      // At once in this process, whether or not the store can be read now; in the others with the revision.
      authenticator.forget();
      await makeLive(changes, request);
      const caller = callerOf(request);
      const isOwn = caller.kind === 'token' && caller.token.uuid === revoked.uuid;
      return { message: revokedAccessTokenMessage(revoked, isOwn) };
    },
  );
}
