/** Where the requests for a domain go. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAccountUuid } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { CustomDomain } from '../domains/domain-queries.ts';
import { upstreamOrigin, upstreamQuery } from '../upstreams/upstream-queries.ts';
import styles from './settings.module.css';

export function UpstreamCard({ domain }: { readonly domain: CustomDomain }) {
  const { data, error, refetch } = useQuery(upstreamQuery(useAccountUuid(), domain.upstream_uuid));
  return (
    <Card title="Upstream">
      {data ? (
        <div className={styles['stack']}>
          <p className={styles['origin']}>{upstreamOrigin(data)}</p>
          <p className={styles['small']}>
            Gets every request for {domain.host}, and its name in <code>X-Served-For</code>.
          </p>
          <Link to="/upstreams">Manage upstreams</Link>
        </div>
      ) : error ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={2} />
      )}
    </Card>
  );
}
