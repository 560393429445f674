/** The JSON Schema of documents, from the definitions of resources. Source: docs/reference/plans.md ("The document"). */
import { type TSchema, Type } from '@sinclair/typebox';
import { resourceBodySchemas } from '../../api/schemas/resource.ts';
import { errorPageStatuses, maxErrorPageBytes } from '../../core/error-page.ts';
import { customDomainResource } from '../../resources/custom-domain.ts';
import type { Definitions } from '../../resources/definition.ts';
import { redirectResource } from '../../resources/redirect.ts';
import type { Resource } from '../../resources/resource.ts';
import { upstreamResource } from '../../resources/upstream.ts';
import { webhookEndpointResource } from '../../resources/webhook-endpoint.ts';
import { brandBodySchema } from '../connect/schemas.ts';
import { goals } from '../goals/feature.ts';
import { filtersSchema } from '../reports/query-schemas.ts';
import { ruleSchema } from '../rules/schemas.ts';
import { segments } from '../segments/feature.ts';
import type { KindName } from './kind-names.ts';

type Schemas = Readonly<Record<string, TSchema>>;

const text = (description: string) => Type.String({ minLength: 1, description });
const upstreamName = text('The `name` of one of the document’s upstreams.');
const secret = Type.Unsafe({
  description: 'A secret: its name, or for the command line where its value is.',
  anyOf: [
    {
      type: 'object',
      properties: { secret: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,100}$' } },
      required: ['secret'],
      additionalProperties: false,
    },
    { type: 'string', pattern: '^(env|file):' },
  ],
});

const definitions: Readonly<Record<KindName, TSchema>> = {
  upstreams: listOf({ name: text('What the document calls it.') }, upstreamResource, ['name', 'host']),
  domains: listOf({ upstream: upstreamName }, customDomainResource, ['host']),
  redirects: listOf({}, redirectResource, ['source_host']),
  rules: list({ host: text('The host whose rules these are.'), rules: Type.Array(ruleOfDocument()) }, [
    'host',
    'rules',
  ]),
  goals: listOf({ host: text('The host of its custom domain.') }, goals.resource, ['host']),
  segments: list({ ...resourceBodySchemas(segments.resource).create.properties, filters: filtersSchema }, [
    'name',
  ]),
  webhook_endpoints: listOf({}, webhookEndpointResource, ['url']),
  error_pages: list(
    {
      host: text('The host of its custom domain.'),
      upstream: upstreamName,
      status: Type.Unsafe({ type: 'integer', enum: [...errorPageStatuses] }),
      html: Type.String({ minLength: 1, description: `At most ${maxErrorPageBytes} bytes in UTF-8.` }),
    },
    ['status', 'html'],
  ),
  brand: Type.Unsafe({ type: 'object', properties: brandBodySchema.properties, additionalProperties: false }),
};

/** Of files: what the command line sends has no `env:` and no `file:` any more. */
export const documentSchema: Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Nameplate configuration',
  type: 'object',
  properties: definitions,
  additionalProperties: false,
};

/** `required`: what an entry is matched by; what is there already may leave out the rest. */
function listOf<D extends Definitions>(
  more: Schemas,
  resource: Resource<D>,
  required: readonly string[],
): TSchema {
  const { properties } = resourceBodySchemas(resource).create;
  const secrets = Object.entries(resource.definitions).flatMap(([name, one]) =>
    one.secret === true && !one.readOnly ? [[name, secret] as const] : [],
  );
  return list({ ...more, ...properties, ...Object.fromEntries(secrets) }, required);
}

function list(properties: Schemas, required: readonly string[]): TSchema {
  const items = { type: 'object', properties, required, additionalProperties: false };
  return Type.Unsafe({ type: 'array', items });
}

/** A rule, with names of upstreams and of secrets. */
function ruleOfDocument(): TSchema {
  const rule: AnyRuleSchema = JSON.parse(JSON.stringify({ ...ruleSchema, $id: undefined }));
  const { proxy, basic_auth: auth } = rule.properties.then.properties;
  delete proxy.required;
  proxy.properties['upstream'] = upstreamName;
  auth.properties.users.items.properties['password'] = secret;
  return Type.Unsafe(rule);
}

type Properties = { readonly properties: Record<string, unknown> };
/** What of it is changed. */
type AnyRuleSchema = {
  readonly properties: {
    readonly then: {
      readonly properties: {
        readonly proxy: Properties & { required?: unknown };
        readonly basic_auth: { readonly properties: { readonly users: { readonly items: Properties } } };
      };
    };
  };
};
