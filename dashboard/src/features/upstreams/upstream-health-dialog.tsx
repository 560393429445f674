/** Checks each server of an upstream once, now, and shows what it did. Source: docs/reference/domains.md ("Health now"). */
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { failureSentence } from '../../../../src/core/failure-sentence.ts';
import type { Upstream } from '../../api/resources.ts';
import { formatResponseTime } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { upstreamHealthQuery, upstreamOrigin } from './upstream-queries.ts';
import styles from './upstreams.module.css';

export function UpstreamHealthDialog({
  upstream,
  onClose,
}: {
  readonly upstream: Upstream;
  readonly onClose: () => void;
}) {
  const { data, error, refetch, isFetching } = useQuery(upstreamHealthQuery(useAccountUuid(), upstream.uuid));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Health of ${upstream.host}`}
      description={
        upstream.health_check === null
          ? 'Each server was asked for / once. Any answer within 5 seconds is good.'
          : `Each server was asked for ${upstream.health_check.path} once, as its health check does.`
      }
    >
      <div aria-live="polite" aria-busy={isFetching}>
        {error && !isFetching ? <FailureNotice error={error} /> : null}
        {data === undefined ? (
          error ? null : (
            <Skeleton lines={2 + upstream.targets.length} label="Checking" />
          )
        ) : (
          <ul className={styles['health']} data-stale={isFetching || undefined}>
            {data.targets.map(({ host, port, healthy, status, failure, detail, duration }) => (
              <li key={`${host} ${port}`}>
                <span className={styles['origin']}>
                  <BreakableHost text={upstreamOrigin({ host, port, tls: upstream.tls })} />
                </span>
                <Badge tone={healthy ? 'success' : 'danger'}>{healthy ? 'Works' : 'Fails'}</Badge>
                <p>
                  {failure === null
                    ? `Answered ${status} in ${formatResponseTime(duration)}.`
                    : failureSentence(failure, status)}
                  {detail === '' ? null : <code>{detail}</code>}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          icon={<RefreshCw size={15} aria-hidden />}
          busy={isFetching}
          onClick={() => void refetch()}
        >
          Check again
        </Button>
      </DialogActions>
    </Dialog>
  );
}
