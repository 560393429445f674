/** A delivery, and the row it is stored as. Source: docs/reference/webhooks.md ("Deliveries"). */
import type { Selectable } from 'kysely';
import type { WebhookAttempt } from '../core/webhook-delivery.ts';
import type { WebhookDeliveryStatus } from '../core/webhook-event.ts';
import type { WebhookDeliveryRow } from './schema.ts';

/** Without its body, which it has in common with others. */
export type WebhookDeliverySummary = {
  readonly uuid: string;
  readonly endpointUuid: string;
  readonly type: string;
  readonly resource: string;
  readonly status: WebhookDeliveryStatus;
  /** The newest ones, oldest first. */
  readonly attempts: readonly WebhookAttempt[];
  /** 0: at once; null: none is planned. */
  readonly nextAttemptAt: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
};

export type WebhookDelivery = WebhookDeliverySummary & {
  /** As it is sent. */
  readonly body: string;
};

export function toSummary(row: Selectable<WebhookDeliveryRow>): WebhookDeliverySummary {
  return {
    uuid: row.uuid,
    endpointUuid: row.endpoint_uuid,
    type: row.type,
    resource: row.resource,
    status: row.status,
    attempts: toAttempts(row.attempts),
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

export function toAttempts(json: string): readonly WebhookAttempt[] {
  const attempts: WebhookAttempt[] = JSON.parse(json);
  return attempts;
}
