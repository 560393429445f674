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
  const isOwn = token.uuid === own.uuid;
  const isSignedOut = useRef(false);
  useEffect(
    () => () => {
      // Nothing of this account may be shown to who signs in next. Not before the pages are gone: they would ask anew.
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
          You are signed in with this very token: revoking it signs you out, here and everywhere else that it
          is used. Make sure that you have another one.
        </p>
      ) : (
        <p>
          Whatever uses it is refused from now on, and sessions that began with it end.{' '}
          {token.last_used_at === null
            ? 'It was never used.'
            : `It was last used ${formatRelative(token.last_used_at)}.`}
        </p>
      )}
    </ConfirmDialog>
  );
}
