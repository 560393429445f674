/** Asks before one or several redirects are deleted, and deletes them one after the other. */
import { useQueryClient } from '@tanstack/react-query';
import { changed } from '../../api/changed.ts';
import { type Redirect, redirects as resource } from '../../api/resources.ts';
import { withRetry } from '../../api/with-retry.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';

const maxNamed = 6;

export function DeleteRedirects({
  redirects,
  onClose,
  onDeleted,
}: {
  readonly redirects: readonly Redirect[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const isOne = redirects.length === 1;
  const hosts = redirects.map(({ source_host }) => source_host);
  const what = isOne ? (hosts[0] ?? '') : `${formatInteger(hosts.length)} redirects`;
  const remove = async (): Promise<void> => {
    try {
      for (const { uuid } of redirects) {
        await withRetry(() => resource.remove({ account_uuid: accountUuid, redirect_uuid: uuid }));
      }
    } catch (error) {
      // Some may be gone.
      void changed(queryClient, [resource.key]);
      throw error;
    }
  };
  return (
    <ConfirmDialog
      title={isOne ? `Delete the redirect for ${what}?` : `Delete ${what}?`}
      action={isOne ? 'Delete redirect' : `Delete ${what}`}
      send={remove}
      done={isOne ? `The redirect for ${what} was deleted.` : `${what} were deleted.`}
      changes={[resource.key]}
      deletes={redirects.map(({ uuid }) => uuid)}
      onClose={onClose}
      onSaved={onDeleted}
    >
      {isOne ? (
        <p>
          Requests for {what} will no longer be sent to {redirects[0]?.destination_url}. To stop it
          temporarily, pause it instead.
        </p>
      ) : (
        <>
          <p>Requests for these hosts will no longer be redirected:</p>
          <ul>
            {hosts.slice(0, maxNamed).map((host) => (
              <li key={host}>{host}</li>
            ))}
            {hosts.length > maxNamed ? <li>and {formatInteger(hosts.length - maxNamed)} more</li> : null}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
