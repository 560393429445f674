/** What webhook endpoints are sent, for the API reference. Source: docs/reference/webhooks.md ("Events"). */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { enumSchema, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import { resourceSchema } from '../../api/schemas/resource.ts';
import { toldOf } from '../../control/audited.ts';
import { type WebhookEventType, webhookEventTypes, webhookTestType } from '../../core/webhook-event.ts';
import { customDomainResource } from '../../resources/custom-domain.ts';
import type { Definitions } from '../../resources/definition.ts';
import { redirectResource } from '../../resources/redirect.ts';
import type { Resource } from '../../resources/resource.ts';
import { findingSchema } from '../attention/wire.ts';

const when: Readonly<Record<WebhookEventType | typeof webhookTestType, string>> = {
  'custom_domain.created': 'A custom domain was created.',
  'custom_domain.updated': 'A custom domain was changed.',
  'custom_domain.deleted': 'A custom domain was deleted.',
  'custom_domain.ready': 'Records, ownership and certificate of a custom domain are all in place.',
  'custom_domain.dns_found': 'A check found a custom domain’s records, and the one before had not.',
  'custom_domain.dns_lost': 'A check did not find a custom domain’s records, and the one before had.',
  'custom_domain.ownership_verified': 'The ownership of a custom domain was contested, and is proven.',
  'certificate.issued': 'A host has its first automatic certificate.',
  'certificate.renewed': 'A host has a new automatic certificate.',
  'certificate.failed': 'An order failed, with another reason than the last time.',
  'certificate.expiring': 'A certificate expires soon, and nothing replaces it.',
  'redirect.created': 'A redirect was created.',
  'redirect.updated': 'A redirect was changed.',
  'redirect.deleted': 'A redirect was deleted.',
  'rules.replaced': 'A host’s rules were replaced or deleted.',
  'usage.closed': 'A month’s usage is final.',
  'finding.opened': 'Something is wrong.',
  'finding.resolved': 'Something that was wrong is over.',
  [webhookTestType]: 'You asked for a test.',
};

const changed = Type.Optional(
  Type.Array(Type.String(), { description: 'The attributes that an update changed.' }),
);
const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Union([schema, Type.Null()], { description });

/** `data` of the events, by what their type begins with. */
const dataSchemas: Readonly<Record<string, TObject>> = {
  custom_domain: toldSchema(customDomainResource, 'CustomDomainEventData', {
    problems: Type.Optional(
      Type.Array(Type.String(), { description: 'Why records were lost, a sentence each.' }),
    ),
  }),
  certificate: Type.Object(
    {
      host: Type.String({ description: 'The host that the certificate is for.' }),
      custom_domain_uuid: orNull(uuidSchema, 'Null where a redirect or rules alone use the host.'),
      external_id: orNull(Type.String(), 'Of the custom domain.'),
      metadata: orNull(Type.Record(Type.String(), Type.String()), 'Of the custom domain.'),
      certificate: orNull(
        Type.Object({
          custom: Type.Boolean({ description: 'Whether it was uploaded.' }),
          custom_certificate_uuid: orNull(uuidSchema, 'Null of an automatic one.'),
          fingerprint: Type.String({ description: 'SHA-256 of the certificate.' }),
          issuer: Type.String({ description: 'Who issued it.' }),
          not_before: timestampSchema('When it begins.'),
          expires_at: timestampSchema('When it ends.'),
        }),
        'Null where a failed order was for the first one.',
      ),
      reason: Type.Optional(Type.String({ description: 'Why an order failed.' })),
    },
    { $id: 'CertificateEventData' },
  ),
  redirect: toldSchema(redirectResource, 'RedirectEventData'),
  rules: Type.Object(
    {
      host: Type.String({ description: 'The host.' }),
      version: orNull(Type.Integer(), 'How often they were replaced; null: there are none now.'),
      count: Type.Integer({ description: 'How many rules the host has now.' }),
      changed_attributes: changed,
    },
    { $id: 'RulesEventData' },
  ),
  usage: Type.Object(
    {
      month: Type.String({ description: 'The month, `YYYY-MM`.' }),
      custom_domains: Type.Integer({ description: 'Custom domains of the month.' }),
      requests: Type.Integer({ description: 'Their requests.' }),
      bytes_in: Type.Integer({ description: 'Bytes of these requests.' }),
      bytes_out: Type.Integer({ description: 'Bytes of the responses.' }),
      visitors: Type.Integer({ description: 'The visitors of each custom domain, added up.' }),
      path: Type.String({ description: 'Where each custom domain’s figures are.' }),
    },
    { $id: 'UsageEventData' },
  ),
  finding: findingSchema,
  webhook_endpoint: Type.Object({ webhook_endpoint_uuid: uuidSchema }, { $id: 'TestEventData' }),
};

/** The components that {@link describeWebhooks} refers to. */
export const eventDataSchemas: readonly TSchema[] = Object.values(dataSchemas).filter(
  (schema) => schema !== findingSchema,
);

/** Each event as OpenAPI has it: a POST to the receiver. */
export function describeWebhooks(tag: string): Readonly<Record<string, object>> {
  const types = [...webhookEventTypes, webhookTestType] as const;
  return Object.fromEntries(
    types.map((type) => {
      const data = dataSchemas[type.split('.')[0] ?? ''];
      const schema = Type.Object({
        type: enumSchema([type], { description: 'The type of the event.' }),
        timestamp: timestampSchema('When it happened.'),
        data: Type.Unsafe({ $ref: `#/components/schemas/${data?.$id}` }),
      });
      const post = {
        tags: [tag],
        summary: type,
        description: when[type],
        parameters: signatureFields,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: {
          '2XX': {
            description: 'It was received; any other answer, or none within 15 seconds, is a failure.',
          },
        },
        security: [],
      };
      return [type, { post }];
    }),
  );
}

const signatureFields = [
  ['webhook-id', 'The uuid of the delivery: the same for each attempt and each replay.'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.'],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in Base64; several with a space between.',
  ],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** What webhooks tell of a resource. */
function toldSchema<D extends Definitions>(
  resource: Resource<D>,
  $id: string,
  more: Readonly<Record<string, TSchema>> = {},
): TObject {
  const { properties } = resourceSchema(resource);
  const told = toldOf(resource).flatMap((name) =>
    properties[name] ? [[name, properties[name]] as const] : [],
  );
  return Type.Object({ ...Object.fromEntries(told), ...more, changed_attributes: changed }, { $id });
}
