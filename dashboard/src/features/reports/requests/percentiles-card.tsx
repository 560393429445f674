/** Response times of scopes that have no distribution, which only the fixed report has. */
import type { Scope } from '../../../analytics/scope.ts';
import { Card } from '../../../ui/card.tsx';
import { Pending } from '../../../ui/pending.tsx';
import type { CustomDomain } from '../../custom-domains/domain-queries.ts';
import { PercentileFacts, usePercentiles } from './percentile-facts.tsx';
import styles from './response-times-card.module.css';

/** Takes the place of the distribution and says why. */
export function PercentilesCard({ domain, scope }: { readonly domain: CustomDomain; readonly scope: Scope }) {
  const { data, error, refetch, isPlaceholderData } = usePercentiles(domain.uuid, scope);
  return (
    <Card title="Response times">
      {data === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={2} label="Loading response times" />
      ) : (
        <div className={styles['frame']} data-stale={isPlaceholderData || undefined}>
          <dl className={styles['facts']}>
            <PercentileFacts seconds={data} />
          </dl>
          <p className={styles['note']}>The distribution is only available in UTC and without filters.</p>
        </div>
      )}
    </Card>
  );
}
