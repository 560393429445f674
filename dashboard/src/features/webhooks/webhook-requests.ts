/** What can be asked of webhook endpoints and deliveries beyond reading and changing them. Source: docs/reference/webhooks.md. */
import { api, bodyOf } from '../../api/client.ts';
import type { Endpoint } from '../../api/resources.ts';

type EndpointPath = { readonly account_uuid: string; readonly webhook_endpoint_uuid: string };

const endpoint = '/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}';

/** Answers the endpoint with its new secret, which can't be shown again. */
export function rotateSecret(path: EndpointPath) {
  return bodyOf(api.POST(`${endpoint}/secret`, { params: { path } }));
}

/** Queues an event that only tests the endpoint. */
export function testEndpoint(path: EndpointPath) {
  return bodyOf(api.POST(`${endpoint}/test`, { params: { path } }));
}

/** Queues a delivery again. */
export function replayDelivery(path: EndpointPath & { readonly webhook_delivery_uuid: string }) {
  return bodyOf(api.POST(`${endpoint}/deliveries/{webhook_delivery_uuid}/replay`, { params: { path } }));
}

/** Why nothing can be sent to an endpoint; undefined when it can. */
export function inactiveReason({ active }: Pick<Endpoint, 'active'>): string | undefined {
  return active ? undefined : 'The endpoint is not active.';
}

/** Deliveries that wait change at any time. */
export const followMs = 5_000;
