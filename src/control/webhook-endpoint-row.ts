/** A webhook endpoint as the audit trail compares it. Source: docs/reference/webhooks.md ("Endpoints"). */
import type { Selectable } from 'kysely';
import { type WebhookEndpoint, webhookEndpointResource } from '../resources/webhook-endpoint.ts';
import { fromColumns } from './columns.ts';
import type { WebhookEndpointRow } from './schema.ts';

export function toAuditedEndpoint(
  row: Selectable<WebhookEndpointRow>,
): WebhookEndpoint & { readonly secret: string } {
  const endpoint = fromColumns(webhookEndpointResource, webhookEndpointResource.stored, row);
  return { ...endpoint, secret: row.sealed_secrets };
}
