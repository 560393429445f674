/** Asks before a token is revoked. That of the session signs out: the API ends the session with it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { setCsrfToken } from '../../api/csrf.ts';
import { formatRelative } from '../../format/dates.ts';
import { forgetAnswers, sessionQuery, useSession } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type AccessToken, revokeToken } from './tokens-queries.ts';

export function RevokeToken({
  token,
  open,
  onOpenChange,
}: {
  readonly token: AccessToken;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { token: own, account } = useSession();
  const queryClient = useQueryClient();
  const toast = useToast();
  const isOwn = token.uuid === own?.uuid;
  const isSignedOut = useRef(false);
  useEffect(
    () => () => {
      // The next user must not see this account's data. Cleared after the pages unmount, or they would refetch it.
      if (isSignedOut.current) forgetAnswers(queryClient);
    },
    [queryClient],
  );
  const revoke = async (): Promise<void> => {
    await revokeToken(account.uuid, token.uuid);
    toast.done(`The token “${token.name}” was revoked.`);
    if (isOwn) {
      setCsrfToken(undefined);
      isSignedOut.current = true;
      queryClient.setQueryData(sessionQuery.queryKey, null);
    } else {
      await queryClient.invalidateQueries({ queryKey: ['tokens'] });
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Revoke “${token.name}”?`}
      action={isOwn ? 'Revoke and sign out' : 'Revoke token'}
      onConfirm={revoke}
    >
      {isOwn ? (
        <p>
          You're signed in with this token. Revoking it signs you out here and everywhere else it's used. Make
          sure you have another one.
        </p>
      ) : (
        <p>
          Anything that uses it is rejected from now on, and its sessions end.{' '}
          {token.last_used_at === null
            ? 'It was never used.'
            : `It was last used ${formatRelative(token.last_used_at)}.`}
        </p>
      )}
    </ConfirmDialog>
  );
}
