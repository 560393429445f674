/** Signs in with a passkey, where the browser has them. */
import { useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { hasPasskeys, isCancelled, signInWithPasskey } from './passkey.ts';
import type { AnySession } from './session.ts';

export function PasskeyButton({ onSignedIn }: { readonly onSignedIn: (session: AnySession) => void }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!hasPasskeys()) return null;
  const signIn = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      onSignedIn(await signInWithPasskey());
    } catch (error) {
      if (!isCancelled(error)) setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
      <Button busy={busy} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
    </>
  );
}
