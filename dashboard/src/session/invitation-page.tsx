/**
 * What the link of an invitation opens. The secret stands after `#`, so that no request's address has it. A browser
 * that is signed in as a user joins the account; any other creates a user, or signs in first.
 */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { api, bodyOf } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { FieldStack, TextField } from '../ui/field.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ProviderButton } from './provider-button.tsx';
import { type AnySession, sessionQuery } from './session.ts';
import { acceptInvitation } from './sign-in.ts';
import { rememberPassword, SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

function enter(): void {
  location.assign('/overview');
}

export function InvitationPage() {
  const [invitation] = useState(() => location.hash.slice(1));
  const session = useQuery(sessionQuery);
  const opened = useQuery({
    queryKey: ['invitation'],
    queryFn: () => bodyOf(api.POST('/session/invitation', { body: { invitation } })),
    retry: false,
  });
  const error = opened.error ?? session.error;
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <h1 className={styles['title']}>You're invited</h1>
        {error ? <FailureNotice error={error} /> : null}
        {opened.data && session.data !== undefined ? (
          <>
            <p className={styles['text']}>
              Join “{opened.data.account_name}” as {opened.data.role} with {opened.data.email}.
            </p>
            {session.data?.user ? (
              <JoinForm invitation={invitation} email={session.data.user.email} onJoined={enter} />
            ) : (
              <NewUserForm invitation={invitation} email={opened.data.email} onJoined={enter} />
            )}
          </>
        ) : null}
      </div>
    </main>
  );
}

type FormParts = { readonly invitation: string; readonly email: string; readonly onJoined: () => void };

function JoinForm({ invitation, email, onJoined }: FormParts) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const join = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.POST('/api/v1/me/memberships', { body: { invitation } });
      onJoined();
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <FieldStack>
      {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
      <Button variant="primary" busy={busy} onClick={() => void join()}>
        Join as {email}
      </Button>
    </FieldStack>
  );
}

function NewUserForm({ invitation, email, onJoined }: FormParts) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [hasUser, setHasUser] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await acceptInvitation({ invitation, name, password });
      rememberPassword();
      onJoined();
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  const joinAs = async (session: AnySession): Promise<void> => {
    if (session.user === null) {
      setProblem('Sign in with an email address and a password to join.');
      return;
    }
    try {
      await api.POST('/api/v1/me/memberships', { body: { invitation } });
      onJoined();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  const notice = problem === undefined ? null : <Notice tone="danger">{problem}</Notice>;
  if (hasUser) {
    return (
      <FieldStack>
        {notice}
        <SignInForm onSignedIn={(session) => void joinAs(session)} />
      </FieldStack>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <FieldStack>
        {notice}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Your name"
          autoComplete="name"
          autoFocus
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <PasswordField label="New password" isNew value={password} onChange={setPassword} />
        <Button type="submit" variant="primary" busy={busy}>
          Create user and join
        </Button>
        <Button
          onClick={() => {
            rememberPassword();
            setHasUser(true);
          }}
        >
          I already have a user
        </Button>
        <ProviderButton invitation={invitation} />
      </FieldStack>
    </form>
  );
}
