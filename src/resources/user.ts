/** Users: people who sign in with an email address and a password, or with an identity provider. Source: docs/reference/people.md. */
import type { Entity, Reading } from './definition.ts';
import { defineResource, type Resource } from './resource.ts';
import { readName } from './text-readings.ts';

/** Narrower than RFC 5322: one mailbox, and nothing that a mail program or server would read as another one. */
const emailPattern = /^[^\s@"<>,;:\\()[\]\p{Cc}]+@[^\s@"<>,;:\\()[\]\p{Cc}]+$/u;

/** Reads an email address: 254 characters at most (RFC 5321 section 4.5.3.1), in lower case. */
export function readEmail(text: string): Reading<string> {
  const email = text.trim().toLowerCase();
  const isAllowed = email.length <= 254 && emailPattern.test(email) && email.isWellFormed();
  return isAllowed ? { ok: true, value: email } : { ok: false };
}

export const userDefinitions = {
  uuid: { type: 'uuid', readOnly: true },
  email: {
    type: 'text',
    required: true,
    maxLength: 254,
    allowed: 'an email address of at most 254 characters',
    refused: 'is missing or not an email address',
    description: 'The address to sign in with, in lower case.',
    examples: ['ada@example.com'],
    read: (text: string): Reading<string> => readEmail(text),
  },
  name: {
    type: 'text',
    required: true,
    minLength: 1,
    maxLength: 200,
    allowed: '1 to 200 characters on one line',
    refused: 'is missing or not 1 to 200 characters on one line',
    description: 'What others see the user as.',
    examples: ['Ada Lovelace'],
    read: (text: string): Reading<string> => readName(text),
  },
  has_password: {
    type: 'computed',
    readOnly: true,
    description: 'Whether the user can sign in with a password; otherwise with an identity provider only.',
  },
  has_second_factor: {
    type: 'computed',
    readOnly: true,
    description: 'Whether signing in also takes a code from an authenticator app.',
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
  updated_at: { type: 'timestamp', readOnly: true, description: 'Time of last update.' },
} as const;

type Definitions = typeof userDefinitions;

export type User = Entity<Definitions> & {
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
};

export const userResource: Resource<Definitions> = defineResource('User', userDefinitions);
