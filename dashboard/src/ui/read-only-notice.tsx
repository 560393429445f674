/** Explains why write actions are disabled: the session's token is read-only. */
import { useCanWrite } from '../session/session.ts';
import { Notice } from './notice.tsx';

/** The tooltip of such a button. */
export const readOnlyReason = 'This token is read-only.';

export function ReadOnlyNotice({ what }: { readonly what: string }) {
  return useCanWrite() ? null : (
    <Notice>You're signed in with a read-only token, so {what} can't be changed here.</Notice>
  );
}
