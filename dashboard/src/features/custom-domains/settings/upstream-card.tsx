/** The domain's upstream, and the way to another one. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useAccountUuid, useCanWrite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { readOnlyReason } from '../../../ui/read-only-notice.tsx';
import { upstreamOrigin, upstreamQuery } from '../../upstreams/upstream-queries.ts';
import type { CustomDomain } from '../domain-queries.ts';
import styles from './settings.module.css';

const MoveDomainDialog = lazy(async () => ({
  default: (await import('./move-domain-dialog.tsx')).MoveDomainDialog,
}));

export function UpstreamCard({ domain }: { readonly domain: CustomDomain }) {
  const { data, error, refetch } = useQuery(upstreamQuery(useAccountUuid(), domain.upstream_uuid));
  const canWrite = useCanWrite();
  const [isMoving, setMoving] = useState(false);
  return (
    <Card id="upstream" title="Upstream">
      {data ? (
        <div className={styles['stack']}>
          <p className={styles['origin']}>{upstreamOrigin(data)}</p>
          <p className={styles['small']}>
            Receives every request for {domain.host}, with the host in <code>X-Served-For</code>.
          </p>
          <div className={styles['actions']}>
            <Button
              disabled={!canWrite}
              title={canWrite ? undefined : readOnlyReason}
              onClick={() => setMoving(true)}
            >
              Move to another upstream
            </Button>
          </div>
          <Link to="/upstreams">Manage upstreams</Link>
        </div>
      ) : (
        <Pending error={error} onRetry={() => void refetch()} lines={2} label="Loading the upstream" />
      )}
      <Suspense>
        {isMoving ? <MoveDomainDialog domain={domain} onClose={() => setMoving(false)} /> : null}
      </Suspense>
    </Card>
  );
}
