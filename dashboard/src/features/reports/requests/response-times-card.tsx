/** How long requests took: the share of each of sixteen spans of time, and within which time most were answered. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { percentageOf } from '../../../../../src/core/percentage.ts';
import { reportQuery } from '../../../analytics/report-query.ts';
import { isPlain, type Scope } from '../../../analytics/scope.ts';
import type { CsvTable } from '../../../csv/write-csv.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { CsvButton } from '../../../lists/csv-button.tsx';
import { csvName } from '../../../lists/csv-name.ts';
import { QuietEmpty } from '../../../lists/quiet-empty.tsx';
import { fineRowShare } from '../../../lists/row-share.ts';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { CustomDomain } from '../../custom-domains/domain-queries.ts';
import { PercentileFacts, usePercentiles } from './percentile-facts.tsx';
import { type ResponseTimeBucket, responseTimeBuckets } from './response-times.ts';
import styles from './response-times-card.module.css';

// Only filters and time zones need it.
const PercentilesCard = lazy(async () => ({
  default: (await import('./percentiles-card.tsx')).PercentilesCard,
}));

/** Shows the distribution, which only the fixed report has, or the query API's percentiles. */
export function ResponseTimesCard(props: { readonly domain: CustomDomain; readonly scope: Scope }) {
  return isPlain(props.scope) ? (
    <DistributionCard {...props} />
  ) : (
    <Suspense>
      <PercentilesCard {...props} />
    </Suspense>
  );
}

function DistributionCard({ domain, scope }: { readonly domain: CustomDomain; readonly scope: Scope }) {
  const [scale, setScale] = useState<'linear' | 'log'>('linear');
  const { data, error, refetch, isPlaceholderData } = useQuery(
    reportQuery(domain.uuid, 'response_time_distribution', { from: scope.from, to: scope.to }),
  );
  const { data: percentiles } = usePercentiles(domain.uuid, scope);
  const buckets = responseTimeBuckets(data?.data ?? {});
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  const slowCount = buckets.filter(({ isSlow }) => isSlow).reduce((sum, { count }) => sum + count, 0);
  return (
    <Card
      title="Response times"
      actions={
        <>
          <Segmented
            label="Scale of the bars"
            value={scale}
            onChange={setScale}
            options={[
              { value: 'linear', label: 'Linear' },
              { value: 'log', label: 'Logarithmic' },
            ]}
          />
          <CsvButton
            what="response times"
            fileName={csvName(domain.host, 'response-times', scope)}
            makeTable={() => distributionCsv(buckets)}
          />
        </>
      }
    >
      {error !== null && data === undefined ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className={styles['waiting']} role="status" aria-label="Loading: response times" />
      ) : total === 0 ? (
        <div className={styles['waiting']} data-empty>
          <QuietEmpty title="No requests in this period">
            Response times appear with the first request.
          </QuietEmpty>
        </div>
      ) : (
        <div className={styles['frame']} data-stale={isPlaceholderData || undefined}>
          <dl className={styles['facts']}>
            {percentiles === undefined ? null : <PercentileFacts seconds={percentiles} />}
            <div>
              <dt>
                <span className={styles['swatch']} aria-hidden />1 second or longer
              </dt>
              <dd>{fineRowShare({ count: slowCount, percentage: percentageOf(slowCount, total) })}</dd>
            </div>
          </dl>
          <Histogram buckets={buckets} scale={scale} />
        </div>
      )}
    </Card>
  );
}

function Histogram({
  buckets,
  scale,
}: {
  readonly buckets: readonly ResponseTimeBucket[];
  readonly scale: 'linear' | 'log';
}) {
  const most = Math.max(...buckets.map(({ count }) => count));
  return (
    <ol className={styles['histogram']} aria-label="Requests by response time">
      {buckets.map(({ label, count, percentage, isSlow }) => (
        <li
          key={label}
          style={{ '--length': lengthOf(count, most, scale) }}
          title={`${label}: ${requestsOf(count)}, ${fineRowShare({ count, percentage })}`}
        >
          <span className={styles['label']}>{label}</span>
          <span className={styles['track']}>
            <span
              className={styles['bar']}
              data-slow={isSlow || undefined}
              data-none={count === 0 || undefined}
            />
          </span>
          <span className={styles['share']} data-none={count === 0 || undefined}>
            {count === 0 ? '0' : fineRowShare({ count, percentage })}
            <span className="visually-hidden">, {requestsOf(count)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function requestsOf(count: number): string {
  return count === 1 ? '1 request' : `${formatInteger(count)} requests`;
}

/** In percent of the longest bar. */
function lengthOf(count: number, most: number, scale: 'linear' | 'log'): number {
  if (count === 0) return 0;
  return scale === 'linear' ? (count / most) * 100 : (Math.log10(count + 1) / Math.log10(most + 1)) * 100;
}

function distributionCsv(buckets: readonly ResponseTimeBucket[]): CsvTable {
  return [
    ['response_time', 'requests', 'percentage'],
    buckets.map(({ label, count, percentage }) => [label, count, percentage]),
  ];
}
