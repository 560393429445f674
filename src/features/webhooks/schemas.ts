/** Deliveries to webhook endpoints on the wire. Source: docs/reference/webhooks.md. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type Query, readParameter } from '../../api/query.ts';
import { enumSchema, pageQuery, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import type { WebhookDelivery, WebhookDeliverySummary } from '../../control/webhook-delivery-row.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { webhookDeliveryStatuses, webhookEventTypes, webhookTestType } from '../../core/webhook-event.ts';
import type { DeliveryQuery } from './delivery-store.ts';

const optional = (schema: TSchema, description: string): TSchema =>
  Type.Unsafe({ anyOf: [schema, { type: 'null' }], description });

const types: readonly string[] = [...webhookEventTypes, webhookTestType];
const listed = {
  uuid: Type.String({ format: 'uuid', description: 'Also sent as `webhook-id`.' }),
  type: enumSchema(types, { description: 'The type of the event.' }),
  resource: Type.String({ description: 'What its events arrive in order for: a uuid, or a host.' }),
  status: enumSchema(webhookDeliveryStatuses, {
    description:
      '`pending`: not delivered yet; `delivered`; `failed`: given up; `canceled`: the endpoint became inactive, or the account’s limit on what waits was reached.',
  }),
  attempts_made: Type.Integer({ description: 'How often it was sent; of many attempts the last 20.' }),
  response_status: optional(Type.Integer(), 'Status of the last answer; null: there was none.'),
  error: optional(Type.String(), 'What went wrong the last time; null: nothing, or it was not sent yet.'),
  next_attempt_at: optional(
    timestampSchema('When it is sent next.'),
    'When it is sent next; null: at once, after an earlier delivery, or never.',
  ),
  created_at: timestampSchema('Time of the event.'),
  finished_at: optional(timestampSchema('When it ended.'), 'When it was delivered, given up or canceled.'),
};
export const webhookDeliverySummarySchema: TObject = Type.Object(listed, { $id: 'WebhookDeliverySummary' });
export const webhookDeliverySchema: TObject = Type.Object(
  {
    ...listed,
    body: Type.Unsafe({ type: 'object', additionalProperties: true, description: 'What is sent.' }),
    attempts: Type.Array(
      Type.Object({
        at: timestampSchema('When it was sent.'),
        duration_ms: Type.Integer({ description: 'How long the exchange took.' }),
        response_status: optional(Type.Integer(), 'Null: there was no answer.'),
        error: optional(Type.String(), 'What went wrong; null: nothing.'),
        response: Type.String({ description: 'The beginning of the answer’s body, as text on one line.' }),
      }),
      { description: 'The last 20 attempts, oldest first.' },
    ),
  },
  { $id: 'WebhookDelivery' },
);

export const endpointParams: TObject = Type.Object({
  account_uuid: uuidSchema,
  webhook_endpoint_uuid: uuidSchema,
});
export const deliveryParams: TObject = Type.Object({
  ...endpointParams.properties,
  webhook_delivery_uuid: uuidSchema,
});
export const deliveryQuerySchema: TObject = Type.Object({
  status: Type.Optional(enumSchema(webhookDeliveryStatuses, { description: 'Only those in this state.' })),
  type: Type.Optional(enumSchema(types, { description: 'Only events of this type.' })),
  ...pageQuery,
});

/** Reads the filters of a list. Errors: `status_invalid`, `type_invalid`. */
export function readDeliveryFilters(query: Query): Pick<DeliveryQuery, 'status' | 'type'> {
  return {
    status: readChoice(query, 'status', webhookDeliveryStatuses, 'status_invalid'),
    type: readChoice(query, 'type', types, 'type_invalid'),
  };
}

function readChoice<Word extends string>(
  query: Query,
  name: string,
  choices: readonly Word[],
  code: 'status_invalid' | 'type_invalid',
): Word | undefined {
  const text = readParameter(query, name, code);
  const choice = choices.find((each) => each === text);
  if (text !== undefined && choice === undefined)
    throw new ServiceError(code, `${name} ${quoteValue(text)} is invalid; allowed: ${choices.join(', ')}`);
  return choice;
}

export function deliverySummaryToWire(delivery: WebhookDeliverySummary): Record<string, unknown> {
  const { nextAttemptAt, finishedAt } = delivery;
  const last = delivery.attempts.at(-1);
  return {
    uuid: delivery.uuid,
    type: delivery.type,
    resource: delivery.resource,
    status: delivery.status,
    attempts_made: delivery.attempts.length,
    response_status: last?.status ?? null,
    error: last?.error ?? null,
    next_attempt_at: nextAttemptAt === null || nextAttemptAt === 0 ? null : formatTimestamp(nextAttemptAt),
    created_at: formatTimestamp(delivery.createdAt),
    finished_at: finishedAt === null ? null : formatTimestamp(finishedAt),
  };
}

export function deliveryToWire(delivery: WebhookDelivery): Record<string, unknown> {
  const body: unknown = JSON.parse(delivery.body);
  return {
    ...deliverySummaryToWire(delivery),
    body,
    attempts: delivery.attempts.map(({ at, durationMs, status, error, response }) => ({
      at: formatTimestamp(at),
      duration_ms: durationMs,
      response_status: status,
      error,
      response,
    })),
  };
}
