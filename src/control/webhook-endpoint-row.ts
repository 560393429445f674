/** An endpoint, and the row it is stored as. Source: docs/reference/webhooks.md ("Endpoints"). */
import type { Selectable } from 'kysely';
import { type WebhookEndpoint, webhookEndpointResource } from '../resources/webhook-endpoint.ts';
import { fromColumns } from './columns.ts';
import type { WebhookEndpointRow } from './schema.ts';

export function toEndpoint(row: Selectable<WebhookEndpointRow>): WebhookEndpoint {
  return {
    ...fromColumns(webhookEndpointResource, webhookEndpointResource.stored, row),
    accountUuid: row.account_uuid,
  };
}

/** As the audit trail compares endpoints. */
export function toAuditedEndpoint(
  row: Selectable<WebhookEndpointRow>,
): WebhookEndpoint & { readonly secret: string } {
  return { ...toEndpoint(row), secret: row.sealed_secrets };
}
