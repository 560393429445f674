/** Access tokens on the wire. Source: docs/reference/access-tokens.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { type AccessToken, tokenSortFields } from '../../control/access-tokens.ts';
import type { TokenScope } from '../../control/schema.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { parseInstant } from '../../core/instant.ts';
import {
  type Attribute,
  attributeInvalid,
  bodySchemas,
  choiceAttribute,
  labelAttribute,
  readOptional,
  readRequired,
} from '../attributes.ts';
import type { RequestBody } from '../body/request-body.ts';
import { pageQuery, sortQuery, timestampSchema, uuidSchema } from './common.ts';

const nameAttribute: Attribute<string> = labelAttribute('name', 'name_invalid', {
  description: 'What the token is for.',
  examples: ['deploy'],
});

const scopes: readonly TokenScope[] = ['read', 'write'];

const scopeAttribute: Attribute<TokenScope> = choiceAttribute('scope', 'scope_invalid', scopes, {
  default: 'write',
  description: '`read` reads; `write` reads and changes.',
});

/** Forms have no null: there, empty text says the same. */
const expiresAtAttribute: Attribute<number | null> = {
  name: 'expires_at',
  code: 'expires_at_invalid',
  allowed: 'an instant in the future, such as 2030-12-31T18:00:00Z, or null for never',
  schema: Type.Union([timestampSchema('When the token stops working; null is never.'), Type.Null()]),
  read(sent, encoding) {
    if (sent === null || (encoding === 'form' && sent === '')) return { ok: true, value: null };
    const value = typeof sent === 'string' ? parseInstant(sent) : undefined;
    return value === undefined ? { ok: false } : { ok: true, value };
  },
};

/** In the order in which they are checked. */
const writable: readonly Attribute<unknown>[] = [nameAttribute, scopeAttribute, expiresAtAttribute];
const readOnly = ['uuid', 'account_uuid', 'last_used_at', 'created_at'];

/** Every attribute that a body may have; the read-only ones are ignored. */
export const accessTokenAttributeNames: readonly string[] = [
  ...writable.map(({ name }) => name),
  ...readOnly,
];

const fields = {
  uuid: uuidSchema,
  account_uuid: uuidSchema,
  name: nameAttribute.schema,
  scope: scopeAttribute.schema,
  expires_at: expiresAtAttribute.schema,
  last_used_at: Type.Union([timestampSchema('When the token was used last; null is never.'), Type.Null()]),
  created_at: timestampSchema('Creation time.'),
};

export const accessTokenSchema: TObject = Type.Object(fields, { $id: 'AccessToken' });

export const createdAccessTokenSchema: TObject = Type.Object(
  {
    ...fields,
    token: Type.String({
      description: 'The access token itself. It is stored nowhere and cannot be had again.',
      examples: ['np_…'],
    }),
  },
  { $id: 'CreatedAccessToken' },
);

export const accessTokenBodySchema: TObject = bodySchemas('AccessToken', writable, [nameAttribute]).create;

export const accessTokenQuerySchema: TObject = Type.Object({
  ...pageQuery,
  sort: sortQuery(tokenSortFields),
});

/** Reads all attributes of a new token. Errors: the attribute's own code. */
export function readNewAccessToken(
  body: RequestBody,
  nowMs: number,
): Pick<AccessToken, 'name' | 'scope' | 'expiresAt'> {
  const name = readRequired(body, nameAttribute);
  const scope = readOptional(body, scopeAttribute) ?? 'write';
  const expiresAt = readOptional(body, expiresAtAttribute) ?? null;
  if (expiresAt !== null && expiresAt <= nowMs)
    throw attributeInvalid(expiresAtAttribute, formatTimestamp(expiresAt), 'it is not in the future');
  return { name, scope, expiresAt };
}

export function accessTokenToWire(token: AccessToken): Record<string, unknown> {
  return {
    uuid: token.uuid,
    account_uuid: token.accountUuid,
    name: token.name,
    scope: token.scope,
    expires_at: token.expiresAt === null ? null : formatTimestamp(token.expiresAt),
    last_used_at: token.lastUsedAt === null ? null : formatTimestamp(token.lastUsedAt),
    created_at: formatTimestamp(token.createdAt),
  };
}

/** `isOwn`: the token revoked is the one that the request came with. */
export function revokedAccessTokenMessage(token: AccessToken, isOwn: boolean): string {
  const consequence = isOwn ? ' It was the token of this request: what uses it is signed out.' : '';
  return `Access token ${token.uuid} (${JSON.stringify(token.name)}) was revoked.${consequence}`;
}
