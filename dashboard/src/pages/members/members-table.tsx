/** The members as rows. Owners choose roles and remove members; everybody may leave. */
import { useQueryClient } from '@tanstack/react-query';
import { formatDate } from '../../format/dates.ts';
import { useAccountUuid, useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ActionsHeadCell, Cell, HeadCell, Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Member, roleChoices, setRole } from './members-queries.ts';

export function MembersTable({
  rows,
  onRemove,
}: {
  readonly rows: readonly Member[];
  readonly onRemove: (member: Member) => void;
}) {
  const accountUuid = useAccountUuid();
  const { user, role: ownRole } = useSession();
  const queryClient = useQueryClient();
  const toast = useToast();
  const isOwner = ownRole === 'owner';
  const change = async (member: Member, value: string): Promise<void> => {
    const role = roleChoices.find((choice) => choice.value === value)?.value;
    if (role === undefined) return;
    try {
      await setRole(accountUuid, member.user_uuid, role);
      toast.done(`${member.name} is now ${role}.`);
      if (member.user_uuid === user?.uuid) await queryClient.invalidateQueries({ queryKey: ['session'] });
    } catch (error) {
      toast.failed(error);
    }
    await queryClient.invalidateQueries({ queryKey: ['members'] });
  };
  return (
    <Table label="Members">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Email</HeadCell>
          <HeadCell>Role</HeadCell>
          <HeadCell>Member since</HeadCell>
          <ActionsHeadCell />
        </tr>
      </thead>
      <tbody>
        {rows.map((member) => {
          const isOwn = member.user_uuid === user?.uuid;
          return (
            <tr key={member.user_uuid}>
              <Cell>
                {member.name} {isOwn ? <Badge tone="accent">You</Badge> : null}
              </Cell>
              <Cell label="Email">{member.email}</Cell>
              <Cell label="Role">
                {isOwner ? (
                  <SelectField
                    label={`Role of ${member.name}`}
                    value={member.role}
                    options={roleChoices}
                    onChange={(event) => void change(member, event.target.value)}
                  />
                ) : (
                  member.role
                )}
              </Cell>
              <Cell label="Member since">{formatDate(member.created_at)}</Cell>
              <Cell>
                {isOwner || isOwn ? (
                  <Button
                    size="s"
                    aria-label={isOwn ? 'Leave the account' : `Remove ${member.name}`}
                    onClick={() => onRemove(member)}
                  >
                    {isOwn ? 'Leave…' : 'Remove…'}
                  </Button>
                ) : null}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
