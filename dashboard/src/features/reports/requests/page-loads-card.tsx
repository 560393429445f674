/** Page loads by who loaded them: people, crawlers, and those that nobody can tell. Source: docs/reference/page-loads.md. */
import { useQuery } from '@tanstack/react-query';
import { percentageOf } from '../../../../../src/core/percentage.ts';
import { totalsOf } from '../../../analytics/metric-values.ts';
import { queryOptions } from '../../../analytics/query.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { QuietEmpty } from '../../../lists/quiet-empty.tsx';
import type { ListCardProps } from '../../../lists/ranked-list-card.tsx';
import { rowShare } from '../../../lists/row-share.ts';
import { Card } from '../../../ui/card.tsx';
import { Pending } from '../../../ui/pending.tsx';
import styles from './page-loads-card.module.css';

const classes = [
  {
    metric: 'people',
    name: 'People',
    meaning:
      'A browser of the visitor reported a view within a minute. Robots that run a browser and hide it count here, too.',
  },
  {
    metric: 'verified_crawlers',
    name: 'Verified crawlers',
    meaning:
      'Crawlers that are who they say they are. Their addresses or host names are their operators’, or they signed the request.',
  },
  {
    metric: 'claimed_crawlers',
    name: 'Claimed crawlers',
    meaning: 'Only the user agent names a crawler. Anyone can send such a name.',
  },
  {
    metric: 'not_measured',
    name: 'Not measured',
    meaning:
      'No view could be reported: the visitor asked not to be tracked, or the page has no tracker. People and machines are both in it.',
  },
  {
    metric: 'unexplained',
    name: 'Unexplained',
    meaning:
      'A view could have been reported, and none was. These are not just bots: people who block trackers are in it.',
  },
] as const;

export function PageLoadsCard({ domainUuid, scope }: ListCardProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queryOptions(
      domainUuid,
      scope,
      { metrics: ['page_loads', ...classes.map(({ metric }) => metric)], dimensions: [] },
      (answer) => totalsOf(answer) ?? [0],
    ),
  );
  const [all = 0, ...counts] = data ?? [];
  return (
    <Card title="Page loads" flush>
      {data === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={8} label="Loading page loads" />
      ) : all === 0 ? (
        <QuietEmpty title="No page loads in this period">
          Pages that the upstream served appear here, by who loaded them.
        </QuietEmpty>
      ) : (
        <dl className={styles['classes']} data-stale={isPlaceholderData || undefined}>
          {classes.map(({ metric, name, meaning }, index) => {
            const count = counts[index] ?? 0;
            const percentage = percentageOf(count, all);
            return (
              <div key={metric} className={styles['class']}>
                <dt>
                  {name} <span className={styles['share']}>{rowShare({ count, percentage })}</span>
                </dt>
                <dd className={styles['count']}>{formatInteger(count)}</dd>
                <dd className={styles['meaning']}>{meaning}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </Card>
  );
}
