/** Password resets on the wire. Source: docs/reference/people.md ("A forgotten password"). */
import { type TObject, Type } from '@sinclair/typebox';
import { bodySchemas } from '../../api/schemas/resource.ts';
import { newPasswordSchema } from '../people/user-schemas.ts';

export const resetOfferSchema: TObject = Type.Object(
  { offered: Type.Boolean({ description: 'Whether links to choose a new password can be e-mailed.' }) },
  { $id: 'PasswordResetOffer' },
);

export const resetRequestBodySchema: TObject = bodySchemas(
  'PasswordReset',
  { email: Type.String({ description: 'The address that the user signs in with.' }) },
  ['email'],
).create;

export const resetBodySchema: TObject = bodySchemas(
  'PasswordReset',
  {
    token: Type.String({
      writeOnly: true,
      description: 'What stands after `#` in the link of the e-mail.',
    }),
    password: newPasswordSchema,
  },
  [],
).update;
