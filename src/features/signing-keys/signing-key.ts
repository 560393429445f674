/** Signing keys. Source: docs/reference/signed-tokens.md ("Signing keys"). */
import type { Entity, Reading } from '../../resources/definition.ts';
import { defineResource, type Resource } from '../../resources/resource.ts';
import { readName } from '../../resources/text-readings.ts';

export const signingKeyDefinitions = {
  uuid: { type: 'uuid', readOnly: true },
  name: {
    type: 'text',
    required: true,
    minLength: 1,
    maxLength: 200,
    allowed: '1 to 200 characters on one line',
    refused: 'is missing or not 1 to 200 characters on one line',
    description: 'What the key is for.',
    examples: ['customer portal'],
    read: (text: string): Reading<string> => readName(text),
    option: { value: 'NAME', help: 'what the key is for' },
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
} as const;

export type SigningKeyDefinitions = typeof signingKeyDefinitions;
/** Without its secret. */
export type SigningKey = Entity<SigningKeyDefinitions>;

export const signingKeyResource: Resource<SigningKeyDefinitions> = defineResource(
  'SigningKey',
  signingKeyDefinitions,
);
