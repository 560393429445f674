/** Asks before one or several redirects are deleted, and deletes them one after the other. */
import { useQueryClient } from '@tanstack/react-query';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Redirect } from './redirect-values.ts';
import { deleteRedirect, redirectsChanged } from './redirects-queries.ts';
import { withRetry } from './with-retry.ts';

const maxNamed = 6;

export function DeleteRedirects({
  redirects,
  open,
  onOpenChange,
  onDeleted,
}: {
  /** Kept while the dialog closes, so that its words stay. */
  readonly redirects: readonly Redirect[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onDeleted: () => void;
}) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const toast = useToast();
  const isOne = redirects.length === 1;
  const hosts = redirects.map(({ source_host }) => source_host);
  const what = isOne ? (hosts[0] ?? '') : `${formatInteger(hosts.length)} redirects`;
  const remove = async (): Promise<void> => {
    try {
      for (const { uuid } of redirects) await withRetry(() => deleteRedirect(accountUuid, uuid));
    } finally {
      await redirectsChanged(queryClient);
    }
    toast.done(isOne ? `The redirect for ${what} was deleted.` : `${what} were deleted.`);
    onDeleted();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isOne ? `Delete the redirect for ${what}?` : `Delete ${what}?`}
      action={isOne ? 'Delete redirect' : `Delete ${what}`}
      onConfirm={remove}
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
