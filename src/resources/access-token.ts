/** Access tokens. Source: docs/reference/access-tokens.md. */
import { formatTimestamp } from '../core/clock.ts';
import type { Entity, Reading, Values } from './definition.ts';
import { attributeInvalid, readNew } from './read-attributes.ts';
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
    choices: ['read', 'write'],
    default: 'write',
    description: '`read` reads; `write` reads and changes.',
  },
  expires_at: {
    type: 'timestamp',
    nullable: true,
    default: null,
    allowed: 'an instant in the future, such as 2030-12-31T18:00:00Z, or null for never',
    refused: 'is not an instant in the future, or null',
    description: 'When the token stops working; null is never.',
  },
  last_used_at: {
    type: 'timestamp',
    readOnly: true,
    nullable: true,
    description: 'When the token was used last; null is never.',
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
} as const;

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
  });
}
