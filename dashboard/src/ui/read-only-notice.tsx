/** Explains why write actions are disabled: the session's token is read-only, or its user a viewer. */
import { useCanWrite, useSession } from '../session/session.ts';
import { Notice } from './notice.tsx';

/** The tooltip of such a button. */
export const readOnlyReason = 'You may only read here.';

export function ReadOnlyNotice({ what }: { readonly what: string }) {
  const { user } = useSession();
  const canWrite = useCanWrite();
  if (canWrite) return null;
  return user ? (
    <Notice>You're a viewer in this account, so {what} can't be changed here.</Notice>
  ) : (
    <Notice>You're signed in with a read-only token, so {what} can't be changed here.</Notice>
  );
}
