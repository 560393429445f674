/** Asks to sign in again on top of the open page. Loaded on demand. */
import { Dialog } from '../ui/dialog.tsx';
import type { AnySession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SessionEndedDialog({ onSignedIn }: { readonly onSignedIn: (session: AnySession) => void }) {
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      title="Sign in again"
      description="Your session has ended. What you have typed is still here."
    >
      <SignInForm onSignedIn={onSignedIn} />
    </Dialog>
  );
}
