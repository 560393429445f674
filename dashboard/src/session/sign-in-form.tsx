/**
 * Signing in with an access token, or as a user. What was chosen last in this browser is offered first. A user with a
 * second factor is asked for its code after the password. Secrets go from the fields to the service and are kept nowhere.
 */
import { type FormEvent, useState } from 'react';
import { ApiError, sentenceOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { FieldStack, TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderButton } from './provider-button.tsx';
import type { AnySession } from './session.ts';
import { signIn } from './sign-in.ts';

type Way = 'token' | 'password';

const wayKey = 'nameplate.sign-in';
const ways = [
  { value: 'password', label: 'Email and password' },
  { value: 'token', label: 'Token' },
] as const;

/** The next visit in this browser begins with the password. */
export function rememberPassword(): void {
  localStorage.setItem(wayKey, 'password');
}

export function SignInForm({ onSignedIn }: { readonly onSignedIn: (session: AnySession) => void }) {
  const [way, setWay] = useState<Way>(localStorage.getItem(wayKey) === 'password' ? 'password' : 'token');
  const [token, setToken] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const session = await signIn(
        way === 'token'
          ? { access_token: token.trim() }
          : { email, password, ...(code === undefined ? {} : { code }) },
      );
      localStorage.setItem(wayKey, way);
      setToken('');
      setPassword('');
      onSignedIn(session);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor_required') setCode('');
      else setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <FieldStack>
        <Segmented
          label="Sign in with"
          value={way}
          options={ways}
          onChange={(next) => {
            setWay(next);
            setProblem(undefined);
          }}
        />
        {way === 'token' ? (
          <>
            {/* So that password managers know what they keep. */}
            <input type="text" autoComplete="username" value="Nameplate" readOnly hidden />
            <PasswordField
              label="Access token"
              placeholder="np_…"
              autoFocus
              value={token}
              onChange={setToken}
              error={problem}
            />
          </>
        ) : (
          <>
            <TextField
              label="Email address"
              type="email"
              autoComplete="username"
              autoFocus
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <PasswordField
              label="Password"
              value={password}
              onChange={setPassword}
              error={code === undefined ? problem : undefined}
            />
            {code === undefined ? null : (
              <TextField
                label="Code"
                hint="From your authenticator app, or a recovery code."
                autoComplete="one-time-code"
                autoFocus
                required
                value={code}
                onChange={(event) => setCode(event.target.value)}
                error={problem}
              />
            )}
          </>
        )}
        <Button type="submit" variant="primary" busy={busy}>
          Sign in
        </Button>
        {way === 'password' ? <ForgottenPassword email={email} /> : null}
        <PasskeyButton onSignedIn={onSignedIn} />
        <ProviderButton />
      </FieldStack>
    </form>
  );
}
