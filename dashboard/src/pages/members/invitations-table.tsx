/** Open invitations, without their links. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatRelative } from '../../format/dates.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { ActionsHeadCell, Cell, HeadCell, Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toast.tsx';
import { invitationListQuery, revokeInvitation } from './members-queries.ts';

export function InvitationsTable() {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { data, error } = useQuery(invitationListQuery(accountUuid));
  const revoke = async (uuid: string, email: string): Promise<void> => {
    try {
      await revokeInvitation(accountUuid, uuid);
      toast.done(`The invitation for ${email} was revoked.`);
    } catch (failure) {
      toast.failed(failure);
    }
    await queryClient.invalidateQueries({ queryKey: ['invitations'] });
  };
  if (error) return <FailureNotice error={error} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <Card flush title="Open invitations">
      <Table label="Open invitations">
        <thead>
          <tr>
            <HeadCell>Email</HeadCell>
            <HeadCell>Role</HeadCell>
            <HeadCell>Expires</HeadCell>
            <ActionsHeadCell />
          </tr>
        </thead>
        <tbody>
          {data.map(({ uuid, email, role, expires_at: expiresAt }) => (
            <tr key={uuid}>
              <Cell>{email}</Cell>
              <Cell label="Role">{role}</Cell>
              <Cell label="Expires">{formatRelative(expiresAt)}</Cell>
              <Cell>
                <Button
                  size="s"
                  aria-label={`Revoke the invitation for ${email}`}
                  onClick={() => void revoke(uuid, email)}
                >
                  Revoke
                </Button>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
