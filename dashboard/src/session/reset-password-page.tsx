/** What the link in the email opens. The token stands after `#`, so that no request's address has it. */
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { FieldStack } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { rememberPassword } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

export function ResetPasswordPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await api.PUT('/session/password_reset', { body: { token, password } });
      rememberPassword();
      // Nothing of the token is left in the history.
      history.replaceState(null, '', '/reset-password');
      setIsDone(true);
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <h1 className={styles['title']}>{isDone ? 'Your password was changed' : 'Choose a new password'}</h1>
        {isDone ? (
          <FieldStack>
            <p className={styles['text']}>All your sessions have ended.</p>
            <a href="/sign-in">Sign in</a>
          </FieldStack>
        ) : (
          <form onSubmit={(event) => void submit(event)}>
            <FieldStack>
              {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
              <PasswordField label="New password" isNew value={password} onChange={setPassword} />
              <Button type="submit" variant="primary" busy={busy}>
                Change password
              </Button>
              <a href="/sign-in">Back to sign-in</a>
            </FieldStack>
          </form>
        )}
      </div>
    </main>
  );
}
