/** Asks before an upstream is deleted, and says which custom domains go with it. */
import { useQuery } from '@tanstack/react-query';
import { type Upstream, upstreams } from '../../api/resources.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { upstreamDomainsQuery } from './upstream-queries.ts';
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
  const { data, error, refetch } = useQuery({
    ...upstreamDomainsQuery(accountUuid, upstream.uuid, shownDomains),
    // The dialog must show the current domains.
    staleTime: 0,
  });
  const count = data?.pagination.count ?? 0;
  const more = count - (data?.data.length ?? 0);
  return (
    <ConfirmDialog
      title={`Delete ${upstream.host}?`}
      action={
        count === 0
          ? 'Delete upstream'
          : `Delete with ${count === 1 ? 'its domain' : `${formatInteger(count)} domains`}`
      }
      // Until the domains are known, there may be some.
      typed={data !== undefined && count === 0 ? undefined : upstream.host}
      send={() => upstreams.remove({ account_uuid: accountUuid, upstream_uuid: upstream.uuid })}
      done={`Upstream ${upstream.host} was deleted`}
      changes={[upstreams.key, 'custom-domains']}
      deletes={[upstream.uuid]}
      onClose={onClose}
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
