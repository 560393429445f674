/** Passkeys on the wire. Source: docs/reference/passkeys.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import { bodySchemas } from '../../api/schemas/resource.ts';
import { formatTimestamp } from '../../core/clock.ts';
import type { Passkey } from './passkey-store.ts';

const nameSchema = Type.String({ description: 'What the user calls it.', examples: ['Phone'] });
const credentialSchema = Type.String({
  writeOnly: true,
  description:
    'What the browser answered: the `PublicKeyCredential` as JSON text (`JSON.stringify(credential)`).',
});

export const passkeySchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    name: nameSchema,
    last_used_at: Type.Union([timestampSchema('When it last signed in.'), Type.Null()]),
    created_at: timestampSchema('When it was registered.'),
  },
  { $id: 'Passkey' },
);

export const ceremonySchema: TObject = Type.Object(
  {
    options: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `PublicKeyCredential.parseRequestOptionsFromJSON`.',
    }),
  },
  { description: 'What the browser has to ask the authenticator for, and a cookie for 10 minutes.' },
);

export const passkeyBodySchema: TObject = bodySchemas(
  'Passkey',
  { name: nameSchema, credential: credentialSchema },
  ['name', 'credential'],
).create;
export const credentialBodySchema: TObject = bodySchemas('PasskeySignIn', { credential: credentialSchema }, [
  'credential',
]).create;

export function passkeyToWire({ uuid, name, lastUsedAt, createdAt }: Passkey): Record<string, unknown> {
  return {
    uuid,
    name,
    last_used_at: lastUsedAt === null ? null : formatTimestamp(lastUsedAt),
    created_at: formatTimestamp(createdAt),
  };
}
