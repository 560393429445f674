/** Asks before an upstream is deleted, and says which custom domains go with it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { deleteUpstream, forgetUpstream, type Upstream, upstreamDomainsQuery } from './upstream-queries.ts';
import styles from './upstreams.module.css';

const shownDomains = 5;

export function DeleteUpstreamDialog({
  upstream,
  onClose,
}: {
  readonly upstream: Upstream;
  readonly onClose: () => void;
}) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { data, error, refetch } = useQuery({
    ...upstreamDomainsQuery(accountUuid, upstream.uuid, shownDomains),
    // The dialog must show the current domains.
    staleTime: 0,
  });
  const remove = async (): Promise<void> => {
    await deleteUpstream(accountUuid, upstream.uuid);
    forgetUpstream(queryClient, upstream.uuid);
    toast.done(`Upstream ${upstream.host} was deleted`);
  };
  const count = data?.pagination.count ?? 0;
  const more = count - (data?.data.length ?? 0);
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Delete ${upstream.host}?`}
      action={
        count === 0
          ? 'Delete upstream'
          : `Delete with ${count === 1 ? 'its domain' : `${formatInteger(count)} domains`}`
      }
      // Until the domains are known, there may be some.
      typed={data !== undefined && count === 0 ? undefined : upstream.host}
      onConfirm={remove}
    >
      {error ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p>Looking for its custom domains…</p>
      ) : count === 0 ? (
        <p>It has no custom domains.</p>
      ) : (
        <>
          <p>
            <strong>
              {count === 1 ? 'One custom domain goes' : `${formatInteger(count)} custom domains go`} with it
            </strong>
            , and {count === 1 ? 'its' : 'their'} visitors are turned away immediately:
          </p>
          <ul className={styles['goes']}>
            {data.data.map(({ uuid, host }) => (
              <li key={uuid}>{host}</li>
            ))}
            {more > 0 ? <li>and {formatInteger(more)} more</li> : null}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
