/** Who may pass with a password. Source: docs/reference/rules.md ("Basic auth"). */
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { emptyUser, type UserRow } from './action-values.ts';
import styles from './rule-form.module.css';

export function UsersField({
  label,
  users,
  problemOf,
  knownUsers,
  onChange,
}: {
  readonly label: string;
  readonly users: readonly UserRow[];
  /** `row`: of a user, such as `[1].password`; '' for the list. */
  readonly problemOf: (row: string) => string | undefined;
  /** Names that have a password already. */
  readonly knownUsers: ReadonlySet<string>;
  readonly onChange: (users: readonly UserRow[]) => void;
}) {
  const edit = (index: number, user: Partial<UserRow>): void =>
    onChange(users.map((one, at) => (at === index ? { ...one, ...user } : one)));
  const problem = problemOf('');
  return (
    <FieldGroup legend={label}>
      {users.map((user, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
        <div key={index} className={styles['rowOf2']}>
          <TextField
            label="User name"
            autoCapitalize="none"
            value={user.name}
            error={problemOf(`[${index}].name`)}
            onChange={(event) => edit(index, { name: event.target.value })}
          />
          <TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            placeholder={knownUsers.has(user.name.trim()) ? 'unchanged' : ''}
            value={user.password}
            error={problemOf(`[${index}].password`)}
            onChange={(event) => edit(index, { password: event.target.value })}
          />
          <IconButton
            label={`Remove the user ${user.name === '' ? index + 1 : user.name}`}
            disabled={users.length === 1}
            onClick={() => onChange(users.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {problem === undefined ? null : (
        <p className={styles['error']} role="alert">
          {problem}
        </p>
      )}
      <div>
        <Button
          size="s"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...users, emptyUser])}
        >
          Another user
        </Button>
      </div>
      <p className={styles['hint']}>Passwords are stored as hashes and never shown again.</p>
    </FieldGroup>
  );
}
