/** Invitations into an account, for one email address and with one role. Source: docs/reference/people.md ("Invitations"). */
import type { Entity, Reading } from './definition.ts';
import { defineResource, type Resource } from './resource.ts';
import { readEmail } from './user.ts';

export const invitationDefinitions = {
  uuid: { type: 'uuid', readOnly: true },
  account_uuid: { type: 'uuid', readOnly: true },
  email: {
    type: 'text',
    required: true,
    maxLength: 254,
    allowed: 'an email address of at most 254 characters',
    refused: 'is missing or not an email address',
    description: 'Only a user with this address can accept.',
    examples: ['ada@example.com'],
    read: (text: string): Reading<string> => readEmail(text),
  },
  role: {
    type: 'choice',
    choices: ['owner', 'admin', 'viewer'],
    required: true,
    refused: 'is missing or not `owner`, `admin` or `viewer`',
    description: '`viewer` reads; `admin` reads and changes; `owner` also manages people.',
  },
  expires_at: { type: 'timestamp', readOnly: true, description: 'When the link stops working.' },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
} as const;

type Definitions = typeof invitationDefinitions;

export type Invitation = Entity<Definitions>;

export const invitationResource: Resource<Definitions> = defineResource('Invitation', invitationDefinitions);
