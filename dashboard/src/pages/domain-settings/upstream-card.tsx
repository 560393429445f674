/** The domain's upstream. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAccountUuid } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Pending } from '../../ui/pending.tsx';
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
            Receives every request for {domain.host}, with the host in <code>X-Served-For</code>.
          </p>
          <Link to="/upstreams">Manage upstreams</Link>
        </div>
      ) : (
        <Pending error={error} onRetry={() => void refetch()} lines={2} label="Loading the upstream" />
      )}
    </Card>
  );
}
