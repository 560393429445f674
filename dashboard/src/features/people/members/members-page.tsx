/** The account's members, for owners with invitations; without an owner, the form that creates the first one. */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Member, members } from '../../../api/resources.ts';
import { useAccountUuid, useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { CreateOwner } from './create-owner.tsx';
import { InvitationsTable } from './invitations-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersTable } from './members-table.tsx';

/** As many as one page of the API has. */
const perPage = 1000;

export function MembersPage() {
  const account_uuid = useAccountUuid();
  const { token, role, user } = useSession();
  const { data, error, refetch } = useQuery(members.list({ account_uuid }, { per_page: perPage }));
  const [isInviting, setInviting] = useState(false);
  const [toRemove, setToRemove] = useState<Member>();
  const isOwner = role === 'owner';
  const hasOwner = data?.data.some((member) => member.role === 'owner') ?? true;
  const isLeaving = toRemove?.user_uuid === user?.uuid;
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
      {data === undefined || error ? (
        <Card>
          <Pending error={error} onRetry={() => void refetch()} lines={4} label="Loading members" />
        </Card>
      ) : null}
      {hasOwner && !isOwner ? <Notice>Only owners can invite people and change roles.</Notice> : null}
      {!hasOwner && token?.scope === 'write' ? <CreateOwner /> : null}
      {data !== undefined && data.data.length > 0 ? (
        <Card flush>
          <MembersTable rows={data.data} onRemove={setToRemove} />
        </Card>
      ) : null}
      {isOwner ? <InvitationsTable /> : null}
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {toRemove === undefined ? null : (
        <ConfirmDialog
          title={isLeaving ? 'Leave this account?' : `Remove ${toRemove.name}?`}
          action={isLeaving ? 'Leave account' : 'Remove member'}
          send={() => members.remove({ account_uuid, user_uuid: toRemove.user_uuid })}
          changes={[members.key]}
          onClose={() => setToRemove(undefined)}
          onSaved={() => {
            // Nothing of the page belongs to somebody who has left.
            if (isLeaving) location.assign('/overview');
          }}
        >
          <p>{toRemove.email} loses access to this account at once. Tokens stay as they are.</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
