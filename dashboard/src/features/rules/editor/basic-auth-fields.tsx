/** Who may pass with a password. Source: docs/reference/rules.md ("Basic auth"). */
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import type { FormProps } from './form-props.ts';
import styles from './rule-form.module.css';
import { emptyUser, type UserRow } from './rule-values.ts';

export function BasicAuthFields({
  values: { realm, users },
  problems,
  knownUsers,
  onChange,
}: FormProps & {
  /** Names that have a password already. */
  readonly knownUsers: ReadonlySet<string>;
}) {
  const edit = (index: number, user: Partial<UserRow>): void =>
    onChange({ users: users.map((one, at) => (at === index ? { ...one, ...user } : one)) });
  return (
    <>
      <TextField
        label="Realm"
        value={realm}
        error={problems.realm}
        onChange={(event) => onChange({ realm: event.target.value })}
        hint="Some browsers show it when they ask for the password."
      />
      <FieldGroup legend="Users">
        {users.map((user, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
          <div key={index} className={styles['rowOf2']}>
            <TextField
              label="User name"
              autoCapitalize="none"
              value={user.name}
              error={problems[`users[${index}].name`]}
              onChange={(event) => edit(index, { name: event.target.value })}
            />
            <TextField
              label="Password"
              type="password"
              autoComplete="new-password"
              placeholder={knownUsers.has(user.name.trim()) ? 'unchanged' : ''}
              value={user.password}
              error={problems[`users[${index}].password`]}
              onChange={(event) => edit(index, { password: event.target.value })}
            />
            <IconButton
              label={`Remove the user ${user.name === '' ? index + 1 : user.name}`}
              disabled={users.length === 1}
              onClick={() => onChange({ users: users.toSpliced(index, 1) })}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </div>
        ))}
        {problems.users === undefined ? null : (
          <p className={styles['error']} role="alert">
            {problems.users}
          </p>
        )}
        <div>
          <Button
            size="s"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => onChange({ users: [...users, emptyUser] })}
          >
            Another user
          </Button>
        </div>
        <p className={styles['hint']}>Passwords are stored as hashes and never shown again.</p>
      </FieldGroup>
    </>
  );
}
