/** The members as rows. Owners choose roles and remove members; everybody may leave. */
import { type Member, members } from '../../../api/resources.ts';
import { formatDate } from '../../../format/dates.ts';
import { useAccountUuid, useSession } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { useSave } from '../../../ui/use-save.ts';
import { roleChoices } from './roles.ts';

export function MembersTable({
  rows,
  onRemove,
}: {
  readonly rows: readonly Member[];
  readonly onRemove: (member: Member) => void;
}) {
  const account_uuid = useAccountUuid();
  const { user, role: ownRole } = useSession();
  const isOwner = ownRole === 'owner';
  const isOwn = (member: Member): boolean => member.user_uuid === user?.uuid;
  const { run } = useSave<Member>({
    changes: [members.key, 'session'],
    done: ({ name, role }) => `${name} is now ${role}.`,
    toastsFailures: true,
  });
  const change = (member: Member, value: string): void => {
    const role = roleChoices.find((choice) => choice.value === value)?.value;
    if (role === undefined) return;
    void run(async () => {
      await members.update({ account_uuid, user_uuid: member.user_uuid }, { role });
      return { ...member, role };
    });
  };
  return (
    <DataTable
      label="Members"
      rows={rows}
      keyOf={(member) => member.user_uuid}
      columns={[
        {
          name: 'Name',
          render: (member) => (
            <>
              {member.name} {isOwn(member) ? <Badge tone="accent">You</Badge> : null}
            </>
          ),
        },
        { name: 'Email', render: ({ email }) => email },
        {
          name: 'Role',
          render: (member) =>
            isOwner ? (
              <SelectField
                label={`Role of ${member.name}`}
                value={member.role}
                options={roleChoices}
                onChange={(role) => change(member, role)}
              />
            ) : (
              member.role
            ),
        },
        { name: 'Member since', render: (member) => formatDate(member.created_at) },
        {
          name: '',
          render: (member) =>
            isOwner || isOwn(member) ? (
              <Button
                size="s"
                aria-label={isOwn(member) ? 'Leave the account' : `Remove ${member.name}`}
                onClick={() => onRemove(member)}
              >
                {isOwn(member) ? 'Leave…' : 'Remove…'}
              </Button>
            ) : null,
        },
      ]}
    />
  );
}
