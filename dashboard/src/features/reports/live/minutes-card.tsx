/** Pageviews of the last half hour, a bar for each minute. */
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../analytics/query.ts';
import type { Scope } from '../../../analytics/scope.ts';
import { seriesOf } from '../../../analytics/series-query.ts';
import { liveMinutes } from '../../../analytics/use-live-scope.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import styles from './minutes-card.module.css';

const minutesQuery = { metrics: ['pageviews'], dimensions: ['time:minute'] } as const;

export function MinutesCard({ domainUuid, scope }: { readonly domainUuid: string; readonly scope: Scope }) {
  const { data = {}, error, refetch } = useQuery(queryOptions(domainUuid, scope, minutesQuery, seriesOf));
  // The first and the last one are parts of a minute.
  const minutes = Object.entries(data);
  const most = Math.max(1, ...Object.values(data));
  return (
    <Card title="Pageviews by minute">
      {error === null ? null : <FailureNotice error={error} onRetry={() => void refetch()} />}
      <ol className={styles['bars']} aria-label="Pageviews by minute">
        {minutes.map(([minute, count], index) => {
          const words = `${agoOf(minutes.length - 1 - index)}: ${formatInteger(count)}`;
          return (
            <li key={minute} title={words}>
              <span style={{ height: `${(100 * count) / most}%` }} />
              <span className="visually-hidden">{words}</span>
            </li>
          );
        })}
      </ol>
      <div className={styles['ends']} aria-hidden>
        <span>{liveMinutes} minutes ago</span>
        <span>Now</span>
      </div>
    </Card>
  );
}

function agoOf(minutes: number): string {
  if (minutes === 0) return 'This minute';
  return minutes === 1 ? '1 minute ago' : `${formatInteger(minutes)} minutes ago`;
}
