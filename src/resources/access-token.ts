/** Access tokens. Source: docs/reference/access-tokens.md. */
import { formatTimestamp } from '../core/clock.ts';
import { parseUuid } from '../core/ids.ts';
import { customDomainResource } from './custom-domain.ts';
import type { Entity, Reading, Values } from './definition.ts';
import { attributeInvalid, invalid, readNew } from './read-attributes.ts';
import type { RequestBody } from './request-body.ts';
import { defineResource, type Resource } from './resource.ts';
import { readName } from './text-readings.ts';

export const accessTokenDefinitions = {
  uuid: { type: 'uuid', readOnly: true },
  account_uuid: { type: 'uuid', readOnly: true },
  name: {
    type: 'text',
    required: true,
    minLength: 1,
    maxLength: 200,
    allowed: '1 to 200 characters on one line',
    refused: 'is missing or not 1 to 200 characters on one line',
    description: 'What the token is for.',
    examples: ['deploy'],
    read: (text: string): Reading<string> => readName(text),
  },
  scope: {
    type: 'choice',
    choices: ['read', 'write', 'analytics'],
    default: 'write',
    description:
      '`read` reads; `write` reads and changes; `analytics` reads the reports, usage and findings of custom domains.',
  },
  expires_at: {
    type: 'timestamp',
    nullable: true,
    default: null,
    allowed: 'an instant in the future, such as 2030-12-31T18:00:00Z, or null for never',
    refused: 'is not an instant in the future, or null',
    description: 'When the token stops working; null is never.',
  },
  custom_domain_uuids: {
    type: 'json',
    default: null,
    allowed:
      'null, or with the scope "analytics" a list of at most 1000 uuids of the account’s custom domains',
    refused:
      'or `external_ids` is not null or a list of at most 1,000, names a custom domain that the account doesn’t have, or is given for a scope other than `analytics`',
    description:
      'The custom domains that a token with the scope `analytics` reads, beside those of `external_ids`. All of them where both are null.',
    schema: {
      type: ['array', 'null'],
      maxItems: 1_000,
      items: { type: 'string', format: 'uuid' },
    },
    read: (value: unknown): Reading<readonly string[] | null> => readList(value, parseUuid),
  },
  external_ids: {
    type: 'json',
    default: null,
    errorOf: 'custom_domain_uuids',
    allowed: 'null, or with the scope "analytics" a list of at most 1000 external ids',
    description: 'The external ids whose custom domains the token reads, as they are when it is used.',
    schema: {
      type: ['array', 'null'],
      maxItems: 1_000,
      items: { type: 'string', minLength: 1, maxLength: 255 },
    },
    read: (value: unknown): Reading<readonly string[] | null> => readList(value, readExternalId),
  },
  may_apply: {
    type: 'boolean',
    default: false,
    refused: 'is not a boolean, or is true with the scope `analytics`',
    description:
      'Whether the token applies plans that nobody has approved: with the scope `read` over the API, with `read` or `write` over the tools for assistants.',
  },
  last_used_at: {
    type: 'timestamp',
    readOnly: true,
    nullable: true,
    description: 'When the token was used last; null is never.',
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
} as const;

/** How many entries each list of domains may have. */
const { maxItems: maxDomainsNamed } = accessTokenDefinitions.custom_domain_uuids.schema;

type Definitions = typeof accessTokenDefinitions;
/** Without its secret. */
export type AccessToken = Entity<Definitions>;
export type TokenScope = AccessToken['scope'];

export const accessTokenResource: Resource<Definitions> = defineResource(
  'AccessToken',
  accessTokenDefinitions,
);

export const tokenSortFields = ['created_at', 'name'] as const;

/** Reads all attributes of a new token. Errors: the attribute's own code. */
export function readNewAccessToken(body: RequestBody, nowMs: number): Values<Definitions> {
  return readNew(accessTokenResource, body, {
    expires_at: ({ expiresAt }) => {
      if (expiresAt === null || expiresAt > nowMs) return;
      const { expires_at: attribute } = accessTokenResource.attributes;
      throw attributeInvalid(attribute, formatTimestamp(expiresAt), 'it is not in the future');
    },
    external_ids: ({ scope, customDomainUuids, externalIds }) => {
      if (scope === 'analytics' || (customDomainUuids === null && externalIds === null)) return;
      const { custom_domain_uuids: uuids, external_ids: ids } = accessTokenResource.attributes;
      const attribute = customDomainUuids === null ? ids : uuids;
      throw invalid(attribute, `${attribute.name} is given with the scope "${scope}"`);
    },
    may_apply: ({ scope, mayApply }) => {
      if (scope !== 'analytics' || !mayApply) return;
      const { may_apply: attribute } = accessTokenResource.attributes;
      const allowed = 'false, or the scope "read" or "write"';
      throw invalid({ ...attribute, allowed }, `${attribute.name} is true with the scope "${scope}"`);
    },
  });
}

/** Reads null or a list, each entry once. */
function readList(
  value: unknown,
  read: (text: string) => string | undefined,
): Reading<readonly string[] | null> {
  if (value === null) return { ok: true, value };
  if (!Array.isArray(value)) return { ok: false, reason: 'it is not a list' };
  if (value.length > maxDomainsNamed) return { ok: false, reason: `it has ${value.length} entries` };
  const entries = value.map((each: unknown) => (typeof each === 'string' ? read(each) : undefined));
  const wrong = entries.indexOf(undefined);
  if (wrong >= 0) return { ok: false, reason: `its entry ${wrong} is none` };
  return { ok: true, value: [...new Set(entries.filter((each) => each !== undefined))] };
}

/** As custom domains have them; those without one have an empty one, which names none. */
function readExternalId(text: string): string | undefined {
  const reading = customDomainResource.definitions.external_id.read(text);
  return reading.ok && reading.value !== '' ? reading.value : undefined;
}
