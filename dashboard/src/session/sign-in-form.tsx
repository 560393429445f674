/** The one field of signing in. The token goes from the field to the service and is kept nowhere. */
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { FieldStack, TextField } from '../ui/field.tsx';
import { type Session, signIn } from './session.ts';

export function SignInForm({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const session = await signIn(token.trim());
      setToken('');
      onSignedIn(session);
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {/* So that password managers know what they keep. */}
      <input type="text" autoComplete="username" value="Nameplate" readOnly hidden />
      <FieldStack>
        <TextField
          label="Access token"
          type="password"
          autoComplete="current-password"
          placeholder="np_…"
          autoFocus
          required
          value={token}
          onChange={(event) => setToken(event.target.value)}
          error={problem}
        />
        <Button type="submit" variant="primary" busy={busy}>
          Sign in
        </Button>
      </FieldStack>
    </form>
  );
}
