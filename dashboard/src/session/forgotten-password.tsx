/** Has a link to choose another password emailed, where the service can. */
import { useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useSendsEmail } from './sends-email.ts';

/** `email`: what the form above has. */
export function ForgottenPassword({ email }: { readonly email: string }) {
  const sendsEmail = useSendsEmail();
  const [outcome, setOutcome] = useState<{ readonly tone: 'info' | 'danger'; readonly text: string }>();
  const [busy, setBusy] = useState(false);
  if (!sendsEmail) return null;
  const ask = async (): Promise<void> => {
    if (email.trim() === '') {
      setOutcome({ tone: 'danger', text: 'Type your email address above first.' });
      return;
    }
    setBusy(true);
    try {
      await api.POST('/session/password_reset', { body: { email } });
      setOutcome({
        tone: 'info',
        text: `If ${email.trim()} signs in here with a password, a link to choose a new one is on its way.`,
      });
    } catch (error) {
      setOutcome({ tone: 'danger', text: sentenceOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {outcome ? <Notice tone={outcome.tone}>{outcome.text}</Notice> : null}
      <Button variant="ghost" busy={busy} onClick={() => void ask()}>
        Forgot your password?
      </Button>
    </>
  );
}
