/** The account's members, for owners with invitations; without an owner, the form that creates the first one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAccountUuid, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CreateOwner } from './create-owner.tsx';
import { InvitationsTable } from './invitations-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { type Member, memberListQuery, removeMember } from './members-queries.ts';
import { MembersTable } from './members-table.tsx';

export function MembersPage() {
  const accountUuid = useAccountUuid();
  const { token, role, user } = useSession();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(memberListQuery(accountUuid));
  const [isInviting, setInviting] = useState(false);
  const [toRemove, setToRemove] = useState<Member>();
  const [isRemoving, setRemoving] = useState(false);
  const isOwner = role === 'owner';
  const hasOwner = data?.data.some((member) => member.role === 'owner') ?? true;
  const remove = async (): Promise<void> => {
    if (toRemove === undefined) return;
    await removeMember(accountUuid, toRemove.user_uuid);
    // Nothing of the page belongs to somebody who has left.
    if (toRemove.user_uuid === user?.uuid) location.assign('/domains');
    await queryClient.invalidateQueries({ queryKey: ['members'] });
  };
  return (
    <Page
      title="Members"
      description="People who sign in with an email address and a password. Programs use access tokens."
      actions={
        isOwner ? (
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        ) : undefined
      }
    >
      {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? (
        <Card>
          <Skeleton lines={4} label="Loading members" />
        </Card>
      ) : null}
      {hasOwner && !isOwner ? <Notice>Only owners invite people and change roles.</Notice> : null}
      {!hasOwner && token?.scope === 'write' ? <CreateOwner /> : null}
      {data !== undefined && data.data.length > 0 ? (
        <Card flush>
          <MembersTable
            rows={data.data}
            onRemove={(member) => {
              setToRemove(member);
              setRemoving(true);
            }}
          />
        </Card>
      ) : null}
      {isOwner ? <InvitationsTable /> : null}
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {toRemove === undefined ? null : (
        <ConfirmDialog
          open={isRemoving}
          onOpenChange={setRemoving}
          title={toRemove.user_uuid === user?.uuid ? 'Leave this account?' : `Remove ${toRemove.name}?`}
          action={toRemove.user_uuid === user?.uuid ? 'Leave account' : 'Remove member'}
          onConfirm={remove}
        >
          <p>{toRemove.email} loses access to this account at once. Tokens stay as they are.</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
