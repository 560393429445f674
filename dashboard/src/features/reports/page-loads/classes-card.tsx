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
import { ClassBar } from './class-bar.tsx';
import { classes, loadMetrics } from './classes.ts';
import styles from './page-loads.module.css';

export function ClassesCard({ domainUuid, scope }: ListCardProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queryOptions(
      domainUuid,
      scope,
      { metrics: loadMetrics, dimensions: [] },
      (answer) => totalsOf(answer) ?? [0],
    ),
  );
  const [all = 0, ...counts] = data ?? [];
  return (
    <Card title="Page loads" flush>
      {data === undefined || error !== null ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={8} label="Loading page loads" />
      ) : null}
      {data === undefined ? null : all === 0 ? (
        <QuietEmpty title="No page loads in this period">
          Pages that the upstream served appear here, by who loaded them.
        </QuietEmpty>
      ) : (
        <div className={styles['whole']} data-stale={isPlaceholderData || undefined}>
          <p className={styles['all']}>
            <b>{formatInteger(all)}</b> {all === 1 ? 'page load' : 'page loads'}
          </p>
          <ClassBar counts={counts} most={all} />
          <dl className={styles['classes']}>
            {classes.map(({ metric, name, meaning }, index) => {
              const count = counts[index] ?? 0;
              return (
                <div key={metric} className={styles['class']}>
                  <dt>
                    <span className={styles['swatch']} data-class={metric} aria-hidden />
                    {name}
                  </dt>
                  <dd className={styles['count']}>
                    {formatInteger(count)}{' '}
                    <span className={styles['share']}>
                      {rowShare({ count, percentage: percentageOf(count, all) })}
                    </span>
                  </dd>
                  <dd className={styles['meaning']}>{meaning}</dd>
                </div>
              );
            })}
          </dl>
        </div>
      )}
    </Card>
  );
}
