/** Invites a person with a link, which is shown this one time. */
import { invitations } from '../../../api/resources.ts';
import { useSendsEmail } from '../../../session/sends-email.ts';
import { useAccountUuid } from '../../../session/session.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { type Role, roleChoices } from './roles.ts';

const initial: { readonly email: string; readonly role: Role } = { email: '', role: 'viewer' };

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const account_uuid = useAccountUuid();
  const sendsEmail = useSendsEmail();
  return (
    <FormDialog
      title="Invite a person"
      onClose={onClose}
      initial={initial}
      fields={() => [
        {
          name: 'email',
          kind: 'text',
          label: 'Email address',
          type: 'email',
          hint: sendsEmail
            ? 'The address to sign in with. The link is sent to it.'
            : 'The address to sign in with. No mail is sent.',
          autoFocus: true,
          required: true,
        },
        { name: 'role', kind: 'select', label: 'Role', options: roleChoices },
      ]}
      send={(values) => invitations.create({ account_uuid }, values)}
      changes={[invitations.key]}
      action="Create link"
      shown={({ secret, email }) => ({
        title: 'Pass the link on',
        warning: `This is the only time the link is shown. It works once, for seven days, and only for ${email}.`,
        text: `${location.origin}/invitation#${secret}`,
        label: 'Copy the link',
      })}
    />
  );
}
