/** `…/webhook_endpoints/:webhook_endpoint_uuid/deliveries`, and test events. Source: docs/reference/webhooks.md ("Deliveries"). */
import type { FastifyInstance } from 'fastify';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import { paginate } from '../../api/page-answer.ts';
import { type Query, readPage } from '../../api/query.ts';
import { page as aboutPage } from '../../api/reference/descriptions.ts';
import { createdSchema, errorResponses, pageSchema, refTo } from '../../api/schemas/common.ts';
import { rangeOf } from '../../core/page.ts';
import type { WebhookDeliveries } from './delivery-store.ts';
import type { WebhookEndpoints } from './endpoint-store.ts';
import {
  deliveryParams,
  deliveryQuerySchema,
  deliverySummaryToWire,
  deliveryToWire,
  endpointParams,
  readDeliveryFilters,
  webhookDeliverySchema,
  webhookDeliverySummarySchema,
} from './schemas.ts';

type EndpointParams = { account_uuid: string; webhook_endpoint_uuid: string };
type ListRequest = { Params: EndpointParams; Querystring: Query };
type ItemRequest = { Params: EndpointParams & { webhook_delivery_uuid: string } };

const endpointPath = '/api/v1/accounts/:account_uuid/webhook_endpoints/:webhook_endpoint_uuid';
const collection = `${endpointPath}/deliveries`;
const item = `${collection}/:webhook_delivery_uuid`;
const tags = ['Webhooks'];

export function addWebhookDeliveryRoutes(
  app: FastifyInstance,
  endpoints: Pick<WebhookEndpoints, 'find'>,
  deliveries: WebhookDeliveries,
): void {
  /** The uuid of the account's endpoint that the path names. Errors: `not_found`. */
  const endpointOf = async (accountUuid: string, named: string): Promise<string> => {
    const endpoint = await endpoints.find(accountUuid, idOf('webhook endpoint', named));
    if (!endpoint) throw notFound('webhook endpoint', named);
    return endpoint.uuid;
  };

  app.get<ListRequest>(
    collection,
    {
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List an endpoint’s deliveries',
        description: `${aboutPage} Newest first, without bodies. Deliveries are kept for 30 days.`,
        tags,
        params: endpointParams,
        querystring: deliveryQuerySchema,
        response: {
          200: pageSchema(webhookDeliverySummarySchema, 'A page of deliveries, newest first.'),
          ...errorResponses(400, 404),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'read');
      const endpointUuid = await endpointOf(accountUuid, request.params.webhook_endpoint_uuid);
      const page = readPage(request.query);
      const { deliveries: found, count } = await deliveries.list({
        endpointUuid,
        ...readDeliveryFilters(request.query),
        ...rangeOf(page),
      });
      return { data: found.map(deliverySummaryToWire), pagination: paginate(request, reply, page, count) };
    },
  );

  app.get<ItemRequest>(
    item,
    {
      schema: {
        operationId: 'getWebhookDelivery',
        summary: 'Retrieve a delivery',
        description: 'Answers one delivery with its body and what the receiver answered.',
        tags,
        params: deliveryParams,
        response: {
          200: refTo(webhookDeliverySchema, 'The delivery, with its body and attempts.'),
          ...errorResponses(404),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'read');
      const { webhook_endpoint_uuid: endpoint, webhook_delivery_uuid: named } = request.params;
      const endpointUuid = await endpointOf(accountUuid, endpoint);
      const delivery = await deliveries.find(endpointUuid, idOf('webhook delivery', named));
      if (!delivery) throw notFound('webhook delivery', named);
      return deliveryToWire(delivery);
    },
  );

  app.post<ItemRequest>(
    `${item}/replay`,
    {
      schema: {
        operationId: 'replayWebhookDelivery',
        summary: 'Replay a delivery',
        description:
          'Sends it again, under the same `webhook-id`. One that is still pending is tried at once. An endpoint that isn’t active answers 400 `webhook_endpoint_inactive`.',
        tags,
        params: deliveryParams,
        response: {
          200: refTo(webhookDeliverySchema, 'The delivery as it is now.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request) => {
      const accountUuid = accountOf(request, 'write');
      const { webhook_endpoint_uuid: endpoint, webhook_delivery_uuid: named } = request.params;
      const endpointUuid = await endpointOf(accountUuid, endpoint);
      const uuid = idOf('webhook delivery', named);
      const delivery = await deliveries.replay(accountUuid, endpointUuid, uuid);
      if (!delivery) throw notFound('webhook delivery', named);
      return deliveryToWire(delivery);
    },
  );

  app.post<ListRequest>(
    `${endpointPath}/test`,
    {
      schema: {
        operationId: 'testWebhookEndpoint',
        summary: 'Send a test event',
        description:
          'Sends an event of type `webhook_endpoint.test`, whatever the endpoint subscribes to. The delivery tells what came of it. While one is pending, it is answered and no other is sent. An endpoint that isn’t active answers 400 `webhook_endpoint_inactive`.',
        tags,
        params: endpointParams,
        response: {
          201: createdSchema(webhookDeliverySchema, 'The delivery of the event.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const { webhook_endpoint_uuid: named } = request.params;
      const endpointUuid = idOf('webhook endpoint', named);
      const delivery = await deliveries.sendTest(accountUuid, endpointUuid);
      if (!delivery) throw notFound('webhook endpoint', named);
      reply
        .code(201)
        .header(
          'location',
          `/api/v1/accounts/${accountUuid}/webhook_endpoints/${endpointUuid}/deliveries/${delivery.uuid}`,
        );
      return deliveryToWire(delivery);
    },
  );
}
