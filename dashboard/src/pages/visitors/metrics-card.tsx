/** The numbers of the period as tiles, and the chosen one of them over time. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CompareSwitch, useComparison } from '../../analytics/comparison.tsx';
import { FrequencySwitch } from '../../analytics/frequency-switch.tsx';
import { chartRangeOf, previousOf } from '../../analytics/presets.ts';
import { useDateRange } from '../../analytics/range.ts';
import { reportQuery } from '../../analytics/report-query.ts';
import { StatTile, StatTiles } from '../../analytics/stat-tile.tsx';
import { TimeSeriesChart } from '../../analytics/time-series-chart.tsx';
import { useToday } from '../../analytics/today.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { CustomDomain } from '../domains/domain-queries.ts';
import { DownloadSeries } from './download-series.tsx';
import { type Metric, metrics } from './metrics.ts';
import styles from './metrics-card.module.css';
import type { Totals } from './totals.ts';

export function MetricsCard({
  domain,
  totals,
  before,
}: {
  readonly domain: CustomDomain;
  readonly totals: Totals;
  readonly before: Totals;
}) {
  const { range, previous, frequency, setRange } = useDateRange();
  const { isCompared } = useComparison();
  const [metric, setMetric] = useMetric();
  const isUnfinishedDay = useToday() === range.from;
  const shown = chartRangeOf(range);
  const compared = isCompared && previous !== undefined ? previousOf(shown) : undefined;
  const name = metric.series ?? 'unique_visitors_by_date';
  const series = useQuery(reportQuery(domain.uuid, name, { ...shown, frequency }));
  const earlier = useQuery({
    ...reportQuery(domain.uuid, name, { ...(compared ?? shown), frequency }),
    enabled: compared !== undefined,
  });
  const hadNothing = before.values.pageviews === 0;
  const failed = [totals, before].find(({ error }) => error !== null);
  return (
    <section className={styles['card']} aria-label="Visitors over time">
      {failed === undefined ? null : (
        <div className={styles['failure']}>
          <FailureNotice
            error={failed.error}
            onRetry={() => {
              totals.retry();
              before.retry();
            }}
          />
        </div>
      )}
      <StatTiles label="Totals">
        {metrics.map((each) => (
          <StatTile
            key={each.id}
            label={each.label}
            hint={each.hint}
            value={totals.values[each.id]}
            previous={hadNothing ? null : before.values[each.id]}
            comparison={compared === undefined ? 'none' : isUnfinishedDay ? 'value' : 'change'}
            format={each.format}
            goodWhen={each.goodWhen}
            stale={totals.isStale}
            selected={each.id === metric.id}
            onSelect={each.series === undefined ? undefined : () => setMetric(each)}
          />
        ))}
      </StatTiles>
      <div className={styles['body']}>
        <div className={styles['bar']}>
          <h2 className={styles['title']}>
            {metric.label}
            {shown === range ? null : (
              <span className={styles['about']}> in the two weeks up to this day</span>
            )}
          </h2>
          <div className={styles['controls']}>
            {previous === undefined ? null : <CompareSwitch hasData={!hadNothing} />}
            <FrequencySwitch />
            <DownloadSeries domain={domain} />
          </div>
        </div>
        {series.error === null ? (
          <TimeSeriesChart
            label={metric.label}
            data={series.data?.data}
            previous={compared === undefined ? undefined : earlier.data?.data}
            range={shown}
            frequency={frequency}
            format={metric.format}
            formatAxis={metric.formatAxis}
            kind={metric.kind}
            goodWhen={metric.goodWhen}
            stale={series.isPlaceholderData}
            marksLast={shown !== range}
            onPick={setRange}
          />
        ) : (
          <FailureNotice error={series.error} onRetry={() => void series.refetch()} />
        )}
      </div>
    </section>
  );
}

/** The number whose series is shown, kept in the address. */
function useMetric(): readonly [Metric, (metric: Metric) => void] {
  const [search, setSearch] = useSearchParams();
  const chosen = metrics.find(({ id, series }) => id === search.get('metric') && series !== undefined);
  const set = (metric: Metric): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (metric === metrics[0]) next.delete('metric');
        else next.set('metric', metric.id);
        return next;
      },
      { replace: true },
    );
  return [chosen ?? metrics[0], set];
}
