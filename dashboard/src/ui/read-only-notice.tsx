/** Says why the buttons that change something cannot be pressed, when the session's token may only read. */
import { useCanWrite } from '../session/session.ts';
import { Notice } from './notice.tsx';

/** What such a button says when it is pointed at. */
export const readOnlyReason = 'This token may only read.';

export function ReadOnlyNotice({ what }: { readonly what: string }) {
  return useCanWrite() ? null : (
    <Notice>You are signed in with a token that may only read, so {what} cannot be changed here.</Notice>
  );
}
