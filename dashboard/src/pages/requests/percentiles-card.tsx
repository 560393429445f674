/** Within which time most requests were answered, exactly; for scopes that the fixed reports don't cover. */
import { useQuery } from '@tanstack/react-query';
import { totalsOf } from '../../analytics/metric-values.ts';
import { type Query, queryOptions } from '../../analytics/query.ts';
import type { Scope } from '../../analytics/scope.ts';
import { formatResponseTime } from '../../format/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { Pending } from '../../ui/pending.tsx';
import type { CustomDomain } from '../domains/domain-queries.ts';
import { shares } from './response-times.ts';
import styles from './response-times-card.module.css';

const percentilesQuery: Query = {
  metrics: ['response_time_p50', 'response_time_p95', 'response_time_p99'],
  dimensions: [],
};

/** Takes the place of the distribution and says why. */
export function PercentilesCard({ domain, scope }: { readonly domain: CustomDomain; readonly scope: Scope }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queryOptions(domain.uuid, scope, percentilesQuery, (answer) => totalsOf(answer) ?? []),
  );
  return (
    <Card title="Response times">
      {data === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={2} label="Loading response times" />
      ) : (
        <div className={styles['frame']} data-stale={isPlaceholderData || undefined}>
          <dl className={styles['facts']}>
            {shares.map(({ share, label }, index) => (
              <div key={share}>
                <dt>{label}</dt>
                <dd>within {formatResponseTime(data[index] ?? 0)}</dd>
              </div>
            ))}
          </dl>
          <p className={styles['note']}>The distribution is only available in UTC and without filters.</p>
        </div>
      )}
    </Card>
  );
}
