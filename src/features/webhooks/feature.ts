/** Webhook endpoints over the API. Source: docs/reference/webhooks.md ("Endpoints", "Secrets"). */

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { accountOf, idOf, notFound } from '../../api/guard.ts';
import type { ApiParts } from '../../api/parts.ts';
import { errorResponses, refTo } from '../../api/schemas/common.ts';
import { auditedWebhookEndpoint } from '../../control/audited.ts';
import { webhookBytesLimit } from '../../control/waiting-webhooks.ts';
import { dayMs, hourMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { type Acts, addResourceRoutes } from '../../kernel/resource-routes.ts';
import {
  type ResourceSchemas,
  type ResourceWords,
  schemasOf,
  withShownOnce,
} from '../../kernel/resource-words.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import { toWire } from '../../resources/resource.ts';
import {
  readWebhookEndpoint,
  type WebhookEndpoint,
  type webhookEndpointDefinitions,
  webhookEndpointResource,
} from '../../resources/webhook-endpoint.ts';
import { addWebhookDeliveryRoutes } from './delivery-routes.ts';
import { WebhookDeliveries } from './delivery-store.ts';
import { eventDataSchemas } from './described-events.ts';
import { WebhookEndpoints } from './endpoint-store.ts';
import { endpointParams, webhookDeliverySchema, webhookDeliverySummarySchema } from './schemas.ts';

/** As docs/reference/webhooks.md has it. */
const deliveriesKeptMs: number = 30 * dayMs;

type Definitions = typeof webhookEndpointDefinitions;
type ItemParams = { Params: { account_uuid: string; webhook_endpoint_uuid: string } };

const words: ResourceWords<Definitions> = {
  resource: webhookEndpointResource,
  kind: 'webhook_endpoint',
  owner: namedAccount,
  path: '/api/v1/accounts/:account_uuid/webhook_endpoints',
  item: 'webhook_endpoint_uuid',
  sortFields: [],
  takesIfMatch: true,
  tag: {
    name: 'Webhooks',
    description: 'Where your own program gets events, and the log of their deliveries.',
  },
  verbs: {
    list: {
      answer: 'A page of endpoints, newest first.',
      description: 'Newest first. Secrets are not part of an answer.',
    },
    create: {
      answer: 'The endpoint created, with its secret.',
      description:
        'Only this answer has the `secret` that deliveries are signed with. Loopback, private and link-local addresses answer 400 `url_invalid` unless `NAMEPLATE_UPSTREAM_ALLOW` has them; the address is checked again for each delivery. More than 20 endpoints answer 400 `too_many_webhook_endpoints`.',
    },
    get: { answer: 'The endpoint.', description: 'Answers one endpoint, without its secret.' },
    update: {
      answer: 'The endpoint as it is now.',
      description:
        'When `active` becomes false, what waits for the endpoint is canceled; true enables an endpoint again that was disabled.',
    },
    delete: { description: 'Its deliveries are deleted too.' },
  },
};

const schemas: ResourceSchemas = withShownOnce(
  schemasOf(webhookEndpointResource),
  'WebhookEndpointWithSecret',
  {
    secret: Type.String({
      description: 'What deliveries are signed with. Only this answer has it.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
    }),
  },
);

export const webhookEndpoints: Feature = {
  tags: [words.tag],
  schemas: [
    schemas.answer,
    schemas.created,
    schemas.bodies.create,
    schemas.bodies.update,
    webhookDeliverySchema,
    webhookDeliverySummarySchema,
    ...eventDataSchemas,
  ],
  attributeErrors: attributeErrorsOf(webhookEndpointResource),
  tables: {
    webhook_endpoints: auditedWebhookEndpoint,
    webhook_events: null,
    webhook_event_deliveries: null,
    webhook_deliveries: null,
  },
  limits: [webhookBytesLimit],
  addRoutes(app, parts) {
    const { store } = parts;
    const endpoints = new WebhookEndpoints(store);
    addResourceRoutes(app, store, words, schemas, webhookEndpointActs(parts));
    addRotation(app, endpoints);
    addWebhookDeliveryRoutes(app, endpoints, new WebhookDeliveries(store));
  },
  startWork(work, { store, metrics, clock }) {
    metrics.counter(
      'nameplate_webhook_deliveries_dropped_total',
      'Deliveries of webhooks canceled because too much of their account was waiting.',
      [],
      (add) => add({}, store.database.webhooks.dropped),
    );
    work.every(hourMs, () => new WebhookDeliveries(store).deleteBefore(clock.now() - deliveriesKeptMs));
  },
};

export function webhookEndpointActs({
  store,
  upstreamCheck,
}: Pick<ApiParts, 'store' | 'upstreamCheck'>): Acts<Definitions, WebhookEndpoint> {
  const endpoints = new WebhookEndpoints(store);
  return {
    toWire: (all) => all.map((endpoint) => toWire(webhookEndpointResource, endpoint)),
    find: (accountUuid, uuid) => endpoints.find(accountUuid, uuid),
    list: (accountUuid, page) => endpoints.list(accountUuid, page),
    async create(accountUuid, body, _request, uuid) {
      const read = await readWebhookEndpoint(body, upstreamCheck, accountUuid);
      const { endpoint, secret } = await endpoints.createWithSecret(accountUuid, read(), uuid);
      return { entity: endpoint, shownOnce: { secret } };
    },
    async update(accountUuid, { uuid, body, found, expect }) {
      const read = await readWebhookEndpoint(body, upstreamCheck, accountUuid, found);
      return endpoints.change(accountUuid, uuid, (current) => {
        expect(current);
        return read(current);
      });
    },
    async delete(accountUuid, uuid) {
      const deleted = await endpoints.delete(accountUuid, uuid);
      return deleted && `Webhook endpoint ${uuid} of ${deleted.url} was deleted.`;
    },
  };
}

function addRotation(app: FastifyInstance, endpoints: WebhookEndpoints): void {
  app.post<ItemParams>(
    `${words.path}/:webhook_endpoint_uuid/secret`,
    {
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate a webhook endpoint’s secret',
        description:
          'Makes a new secret, which only this answer has. For 24 hours deliveries have two signatures, the other one made with the secret before.',
        tags: [words.tag.name],
        params: endpointParams,
        response: {
          200: refTo(schemas.created, 'The endpoint, with its new secret.'),
          ...errorResponses(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const accountUuid = accountOf(request, 'write');
      const { webhook_endpoint_uuid: named } = request.params;
      const rotated = await endpoints.rotateSecret(accountUuid, idOf('webhook endpoint', named));
      if (!rotated) throw notFound('webhook endpoint', named);
      reply.header('cache-control', 'no-store');
      return { ...toWire(webhookEndpointResource, rotated.endpoint), secret: rotated.secret };
    },
  );
}
