/** Open invitations, without their links. */
import { useQuery } from '@tanstack/react-query';
import { invitations } from '../../../api/resources.ts';
import { formatRelative } from '../../../format/dates.ts';
import { useAccountUuid } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useSave } from '../../../ui/use-save.ts';

export function InvitationsTable() {
  const account_uuid = useAccountUuid();
  const { data, error } = useQuery(invitations.list({ account_uuid }, {}));
  const { run } = useSave<string>({
    changes: [invitations.key],
    done: (email) => `The invitation for ${email} was revoked.`,
    toastsFailures: true,
  });
  const revoke = (uuid: string, email: string) =>
    run(async () => {
      await invitations.remove({ account_uuid, invitation_uuid: uuid });
      return email;
    });
  if (error) return <FailureNotice error={error} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <Card flush title="Open invitations">
      <DataTable
        label="Open invitations"
        rows={data}
        keyOf={({ uuid }) => uuid}
        columns={[
          { name: 'Email', render: ({ email }) => email },
          { name: 'Role', render: ({ role }) => role },
          { name: 'Expires', render: ({ expires_at: expiresAt }) => formatRelative(expiresAt) },
          {
            name: '',
            render: ({ uuid, email }) => (
              <Button
                size="s"
                aria-label={`Revoke the invitation for ${email}`}
                onClick={() => void revoke(uuid, email)}
              >
                Revoke
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
