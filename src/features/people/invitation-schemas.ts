/** Invitations on the wire. Source: docs/reference/people.md ("Invitations"). */
import { type TArray, type TObject, Type } from '@sinclair/typebox';
import { refTo, timestampSchema } from '../../api/schemas/common.ts';
import { resourceBodySchemas, resourceSchema } from '../../api/schemas/resource.ts';
import { type Invitation, invitationResource } from '../../resources/invitation.ts';
import { toWire } from '../../resources/resource.ts';
import { roleSchema } from './user-schemas.ts';

export const invitationSchema: TObject = resourceSchema(invitationResource);

export const invitationListSchema: TArray = Type.Array(refTo(invitationSchema), {
  description: 'The open invitations, newest first.',
});

export const createdInvitationSchema: TObject = Type.Object(
  {
    ...invitationSchema.properties,
    secret: Type.String({
      description:
        'The secret to pass on, in no other answer. The link is the dashboard’s `/invitation#` and it.',
    }),
  },
  { $id: 'CreatedInvitation' },
);

export const invitationBodySchema: TObject = resourceBodySchemas(invitationResource).create;

/** What the link shows before it is accepted. */
export const openInvitationSchema: TObject = Type.Object(
  {
    account_name: Type.String(),
    email: Type.String(),
    role: roleSchema,
    expires_at: timestampSchema('When the link stops working.'),
  },
  { $id: 'OpenInvitation' },
);

export function invitationToWire(invitation: Invitation): Record<string, unknown> {
  return toWire(invitationResource, invitation);
}

export function revokedInvitationMessage({ email }: Invitation): string {
  return `The invitation for ${email} was revoked.`;
}
