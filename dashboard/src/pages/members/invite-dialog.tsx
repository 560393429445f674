/** Invites a person. States: *form* → *link*, which is shown this one time. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack, SelectField, TextField } from '../../ui/field.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { invite, type Role, roleChoices } from './members-queries.ts';

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [link, setLink] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      setLink(await invite(accountUuid, { email, role }));
      void queryClient.invalidateQueries({ queryKey: ['invitations'] });
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      // The link can't be shown again, so only the button closes the dialog.
      onOpenChange={(open) => (open || link !== undefined ? undefined : onClose())}
      title={link === undefined ? 'Invite a person' : 'Pass the link on'}
    >
      {link === undefined ? (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <FieldStack>
            <TextField
              label="Email address"
              type="email"
              hint="The address to sign in with. No mail is sent."
              autoFocus
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              error={problem}
            />
            <SelectField
              label="Role"
              value={role}
              options={roleChoices}
              onChange={(event) =>
                setRole(roleChoices.find(({ value }) => value === event.target.value)?.value ?? role)
              }
            />
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="primary" busy={busy}>
                Create link
              </Button>
            </DialogActions>
          </FieldStack>
        </form>
      ) : (
        <ShownOnce
          warning={`This is the only time the link is shown. It works once, for seven days, and only for ${email}.`}
          text={link}
          label="Copy the link"
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}
