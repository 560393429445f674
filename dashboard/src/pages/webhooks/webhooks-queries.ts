/** Webhook endpoints and their deliveries, as the API answers and takes them. Source: docs/reference/webhooks.md. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';

type Schemas = components['schemas'];
export type Endpoint = Schemas['WebhookEndpoint'];
type EndpointWithSecret = Schemas['WebhookEndpointWithSecret'];
export type Delivery = Schemas['WebhookDelivery'];
export type DeliverySummary = Schemas['WebhookDeliverySummary'];
export type DeliveryStatus = DeliverySummary['status'];
type EndpointBody = Schemas['WebhookEndpointCreate'];
type EndpointChange = Schemas['WebhookEndpointUpdate'];

export const endpointsPerPage = 25;
export const deliveriesPerPage = 25;
/** Deliveries that wait change at any time. */
const followMs = 5_000;

const endpoints = '/api/v1/accounts/{account_uuid}/webhook_endpoints';
const endpoint = '/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}';
const delivery =
  '/api/v1/accounts/{account_uuid}/webhook_endpoints/{webhook_endpoint_uuid}/deliveries/{webhook_delivery_uuid}';
const pathOf = (account_uuid: string, webhook_endpoint_uuid: string) => ({
  account_uuid,
  webhook_endpoint_uuid,
});

export function endpointListQuery(accountUuid: string, page: number) {
  return queryOptions({
    queryKey: ['webhooks', 'list', accountUuid, page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET(endpoints, {
          params: { path: { account_uuid: accountUuid }, query: { page, per_page: endpointsPerPage } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function endpointQuery(accountUuid: string, uuid: string) {
  return queryOptions({
    queryKey: ['webhooks', 'one', accountUuid, uuid],
    queryFn: ({ signal }) =>
      bodyOf(api.GET(endpoint, { params: { path: pathOf(accountUuid, uuid) }, signal })),
  });
}

/** Answers the endpoint with its secret, which can't be shown again. */
export function createEndpoint(accountUuid: string, body: EndpointBody): Promise<EndpointWithSecret> {
  return bodyOf(api.POST(endpoints, { params: { path: { account_uuid: accountUuid } }, body }));
}

/** Errors: `url_invalid`, `events_invalid`, … */
export function updateEndpoint(accountUuid: string, uuid: string, body: EndpointChange): Promise<Endpoint> {
  return bodyOf(api.PUT(endpoint, { params: { path: pathOf(accountUuid, uuid) }, body }));
}

/** Answers the endpoint with its new secret, which can't be shown again. */
export function rotateSecret(accountUuid: string, uuid: string): Promise<EndpointWithSecret> {
  return bodyOf(api.POST(`${endpoint}/secret`, { params: { path: pathOf(accountUuid, uuid) } }));
}

/** Deletes an endpoint with its deliveries; one that is gone already is as good as deleted. */
export async function deleteEndpoint(accountUuid: string, uuid: string): Promise<void> {
  try {
    await api.DELETE(endpoint, { params: { path: pathOf(accountUuid, uuid) } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

/** Why nothing can be sent to an endpoint; undefined when it can. */
export function inactiveReason({ active }: Pick<Endpoint, 'active'>): string | undefined {
  return active ? undefined : 'The endpoint is not active.';
}

/** Asks anew for everything about webhooks. */
export function webhooksChanged(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['webhooks'] });
}

export function deliveryListQuery(
  accountUuid: string,
  uuid: string,
  { page, status }: { readonly page: number; readonly status: DeliveryStatus | undefined },
) {
  return queryOptions({
    queryKey: ['webhooks', 'deliveries', accountUuid, uuid, { page, status }],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET(`${endpoint}/deliveries`, {
          params: {
            path: pathOf(accountUuid, uuid),
            query: { page, per_page: deliveriesPerPage, ...(status === undefined ? {} : { status }) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((listed) => listed.status === 'pending') ? followMs : false,
  });
}

export function deliveryQuery(accountUuid: string, uuid: string, deliveryUuid: string) {
  return queryOptions({
    queryKey: ['webhooks', 'delivery', accountUuid, uuid, deliveryUuid],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET(delivery, { params: { path: deliveryPathOf(accountUuid, uuid, deliveryUuid) }, signal }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? followMs : false),
  });
}

/** Queues an event that only tests the endpoint. */
export function testEndpoint(accountUuid: string, uuid: string): Promise<unknown> {
  return bodyOf(api.POST(`${endpoint}/test`, { params: { path: pathOf(accountUuid, uuid) } }));
}

/** Queues a delivery again. */
export function replayDelivery(accountUuid: string, uuid: string, deliveryUuid: string): Promise<Delivery> {
  return bodyOf(
    api.POST(`${delivery}/replay`, { params: { path: deliveryPathOf(accountUuid, uuid, deliveryUuid) } }),
  );
}

function deliveryPathOf(accountUuid: string, uuid: string, webhook_delivery_uuid: string) {
  return { ...pathOf(accountUuid, uuid), webhook_delivery_uuid };
}
