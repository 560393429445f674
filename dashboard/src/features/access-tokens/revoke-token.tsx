/** Asks before a token is revoked. That of the session signs out: the API ends the session with it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { setCsrfToken } from '../../api/csrf.ts';
import { type AccessToken, tokens } from '../../api/resources.ts';
import { formatRelative } from '../../format/dates.ts';
import { forgetAnswers, sessionQuery, useSession } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';

export function RevokeToken({
  token,
  onClose,
}: {
  readonly token: AccessToken;
  readonly onClose: () => void;
}) {
  const { token: own, account } = useSession();
  const queryClient = useQueryClient();
  const isOwn = token.uuid === own?.uuid;
  const isSignedOut = useRef(false);
  useEffect(
    () => () => {
      // The next user must not see this account's data. Cleared after the pages unmount, or they would refetch it.
      if (isSignedOut.current) forgetAnswers(queryClient);
    },
    [queryClient],
  );
  return (
    <ConfirmDialog
      title={`Revoke “${token.name}”?`}
      action={isOwn ? 'Revoke and sign out' : 'Revoke token'}
      send={() => tokens.remove({ account_uuid: account.uuid, access_token_uuid: token.uuid })}
      done={`The token “${token.name}” was revoked.`}
      changes={isOwn ? [] : [tokens.key]}
      onClose={() => {
        if (!isSignedOut.current) onClose();
      }}
      onSaved={() => {
        if (!isOwn) return;
        setCsrfToken(undefined);
        isSignedOut.current = true;
        queryClient.setQueryData(sessionQuery.queryKey, null);
      }}
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
