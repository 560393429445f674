/** Creates the account's first owner with the session's access token, and goes on as that user. */
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import { useAccountUuid } from '../../session/session.ts';
import { signIn } from '../../session/sign-in.ts';
import { rememberPassword } from '../../session/sign-in-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldStack, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { createOwner } from './members-queries.ts';

export function CreateOwner() {
  const accountUuid = useAccountUuid();
  const [values, setValues] = useState({ email: '', name: '', password: '' });
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const change = (changed: Partial<typeof values>): void => setValues({ ...values, ...changed });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await createOwner(accountUuid, values);
      await signIn({ email: values.email, password: values.password });
      rememberPassword();
      location.reload();
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <Card title="Create the owner">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <FieldStack>
          <p>
            This account has no users yet. The owner signs in with an email address and a password, and
            invites others. You will be signed in as the owner; the token keeps working.
          </p>
          {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
          <TextField
            label="Email address"
            type="email"
            autoComplete="username"
            required
            value={values.email}
            onChange={(event) => change({ email: event.target.value })}
          />
          <TextField
            label="Name"
            autoComplete="name"
            required
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <PasswordField
            label="New password"
            isNew
            value={values.password}
            onChange={(next) => change({ password: next })}
          />
          <Button type="submit" variant="primary" busy={busy}>
            Create owner
          </Button>
        </FieldStack>
      </form>
    </Card>
  );
}
