/** `/api/v1/accounts/:account_uuid/webhook_endpoints`. Source: docs/reference/webhooks.md ("Endpoints"). */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { WebhookEndpoints } from '../../control/webhook-endpoints.ts';
import type { UpstreamCheck } from '../../core/custom-domain.ts';
import { pageOffset } from '../../core/page.ts';
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { readWebhookEndpoint, webhookEndpointResource } from '../../resources/webhook-endpoint.ts';
import { bodyMediaTypes } from '../body/parsers.ts';
import { expectationOf, ifMatchSchema } from '../entity-tags.ts';
import { accountOf, idOf, notFound } from '../guard.ts';
import { paginate } from '../page-answer.ts';
import { type Query, readPage } from '../query.ts';
import { errorResponses, messageSchema, pageSchema, refTo, uuidSchema } from '../schemas/common.ts';
import {
  endpointParams,
  endpointQuerySchema,
  webhookEndpointBodySchemas,
  webhookEndpointSchema,
  webhookEndpointToWire,
  webhookEndpointWithSecretSchema,
} from '../schemas/webhook-endpoint.ts';

type ListRequest = { Params: { account_uuid: string }; Querystring: Query; Body: RequestBody | null };
type ItemRequest = {
  Params: { account_uuid: string; webhook_endpoint_uuid: string };
  Body: RequestBody | null;
};

const collection = '/api/v1/accounts/:account_uuid/webhook_endpoints';
const item = `${collection}/:webhook_endpoint_uuid`;
const tags = ['Webhooks'];
const collectionParams = Type.Object({ account_uuid: uuidSchema });
const consumes = [...bodyMediaTypes];

export function addWebhookEndpointRoutes(
  app: FastifyInstance,
  endpoints: WebhookEndpoints,
  check: UpstreamCheck,
): void {
  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints',
        tags,
        params: collectionParams,
        querystring: endpointQuerySchema,
        response: {
          200: pageSchema(webhookEndpointSchema, 'A page of endpoints, newest first.'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const page = readPage(request.query);
      const { endpoints: found, count } = await endpoints.list(accountUuid, {
        limit: page.perPage,
        offset: pageOffset(page),
      });
      return { data: found.map(webhookEndpointToWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.post<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Create a webhook endpoint',
        tags,
        consumes,
        params: collectionParams,
        body: refTo(webhookEndpointBodySchemas.create),
        response: {
          201: refTo(webhookEndpointWithSecretSchema, 'The endpoint created, with its secret.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, webhookEndpointResource.names);
      const read = await readWebhookEndpoint(body, check, accountUuid);
      const { endpoint, secret } = await endpoints.create(accountUuid, read());
      reply
        .code(201)
        .header('location', `/api/v1/accounts/${accountUuid}/webhook_endpoints/${endpoint.uuid}`)
        .header('cache-control', 'no-store');
      return { ...webhookEndpointToWire(endpoint), secret };
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'getWebhookEndpoint',
        summary: 'Retrieve a webhook endpoint',
        tags,
        params: endpointParams,
        response: { 200: refTo(webhookEndpointSchema, 'The endpoint.'), ...errorResponses(404) },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { webhook_endpoint_uuid: named } = request.params;
      const endpoint = await endpoints.find(accountUuid, idOf('webhook endpoint', named));
      if (!endpoint) throw notFound('webhook endpoint', named);
      return webhookEndpointToWire(endpoint);
    },
  );

  app.put<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'updateWebhookEndpoint',
        summary: 'Update a webhook endpoint',
        tags,
        consumes,
        params: endpointParams,
        headers: ifMatchSchema,
        body: refTo(webhookEndpointBodySchemas.update),
        response: {
          200: refTo(webhookEndpointSchema, 'The endpoint as it is now.'),
          ...errorResponses(400, 403, 404, 412, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { webhook_endpoint_uuid: named } = request.params;
      const uuid = idOf('webhook endpoint', named);
      const found = await endpoints.find(accountUuid, uuid);
      if (!found) throw notFound('webhook endpoint', named);
      const body = request.body ?? emptyBody;
      refuseUnknownAttributes(body, webhookEndpointResource.names);
      const read = await readWebhookEndpoint(body, check, accountUuid, found);
      const expect = expectationOf(request);
      const updated = await endpoints.update(accountUuid, uuid, (current) => {
        expect(current);
        return read(current);
      });
      // Deleted since it was found above.
      if (!updated) throw notFound('webhook endpoint', named);
      return webhookEndpointToWire(updated);
    },
  );

  app.post<ItemRequest>(
    `${item}/secret`,
    {
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate a webhook endpoint’s secret',
        tags,
        params: endpointParams,
        response: {
          200: refTo(webhookEndpointWithSecretSchema, 'The endpoint, with its new secret.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const { webhook_endpoint_uuid: named } = request.params;
      const rotated = await endpoints.rotateSecret(accountUuid, idOf('webhook endpoint', named));
      if (!rotated) throw notFound('webhook endpoint', named);
      reply.header('cache-control', 'no-store');
      return { ...webhookEndpointToWire(rotated.endpoint), secret: rotated.secret };
    },
  );

  app.delete<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete a webhook endpoint',
        tags,
        params: endpointParams,
        response: {
          200: refTo(messageSchema, 'A confirmation that names the uuid.'),
          ...errorResponses(403, 404),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { webhook_endpoint_uuid: named } = request.params;
      const deleted = await endpoints.delete(accountUuid, idOf('webhook endpoint', named));
      if (!deleted) throw notFound('webhook endpoint', named);
      return { message: `Webhook endpoint ${deleted.uuid} of ${deleted.url} was deleted.` };
    },
  );
}
