/** Webhook endpoints of a document, by their `url`. */
import { versionedOf } from '../../../control/audited.ts';
import type { RouteParts } from '../../../kernel/feature.ts';
import { readRequired } from '../../../resources/read-attributes.ts';
import {
  readWebhookEndpoint,
  type WebhookEndpoint,
  webhookEndpointResource,
} from '../../../resources/webhook-endpoint.ts';
import { bodyOf } from '../../versions/versioned-kind.ts';
import { WebhookEndpoints } from '../../webhooks/endpoint-store.ts';
import type { Kind, Scope } from '../kind.ts';
import { textsOf, valuesAfter } from '../operation.ts';

const resource = webhookEndpointResource;
const names: readonly string[] = resource.writable;
const all = { sort: { field: 'created_at', direction: 'asc' }, limit: 1_000, offset: 0 } as const;

export function webhookEndpointKind({ upstreamCheck }: RouteParts): Kind<WebhookEndpoint> {
  return {
    name: 'webhook_endpoints',
    names,
    // An account may have only so many.
    deletesFirst: true,
    keyOf: ({ body }) => readRequired(body, resource.attributes.url),
    async find(scope, keys) {
      return (await list(scope)).flatMap((entity) => {
        const { url: key, uuid, updatedAt } = entity;
        return keys === 'all' || keys.includes(key)
          ? [{ key, uuid, state: `${uuid} ${updatedAt}`, entity }]
          : [];
      });
    },
    attributesOf: async ({ entity }) => textsOf(versionedOf(resource, names, entity)),
    entryOf: (_found, attributes) => attributes,
    async read({ accountUuid }, { body }, found) {
      const read = await readWebhookEndpoint(body, upstreamCheck, accountUuid, found?.entity);
      return { attributes: textsOf(versionedOf(resource, names, read(found?.entity))) };
    },
    async prepare(applying, { creates, changes, deletes }) {
      const { accountUuid } = applying;
      const known = new Map((await list(applying)).map((one) => [one.uuid, one]));
      // They ask DNS.
      const read = await Promise.all(
        creates.map(async (operation) => {
          const body = bodyOf(valuesAfter('create', operation));
          return { operation, values: await readWebhookEndpoint(body, upstreamCheck, accountUuid) };
        }),
      );
      const changed = await Promise.all(
        changes.map(async (operation) => {
          const body = bodyOf(valuesAfter('change', operation));
          const current = known.get(operation.uuid ?? '');
          return { operation, values: await readWebhookEndpoint(body, upstreamCheck, accountUuid, current) };
        }),
      );
      return {
        async write({ store, made }) {
          const endpoints = new WebhookEndpoints(store);
          for (const { operation, values } of read) {
            const { endpoint, secret } = await endpoints.createWithSecret(accountUuid, values());
            const { kind, key } = operation;
            made.push({ kind, key, uuid: endpoint.uuid, name: 'secret', value: secret });
          }
          for (const { operation, values } of changed)
            await endpoints.change(accountUuid, operation.uuid ?? '', (current) => values(current));
        },
        async delete({ store }) {
          const endpoints = new WebhookEndpoints(store);
          for (const { uuid } of deletes) await endpoints.delete(accountUuid, uuid ?? '');
        },
      };
    },
  };
}

async function list({ store, accountUuid }: Scope): Promise<readonly WebhookEndpoint[]> {
  return (await new WebhookEndpoints(store).list(accountUuid, all)).entities;
}
