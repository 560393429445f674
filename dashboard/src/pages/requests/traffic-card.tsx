/** The numbers of the period as tiles, and the chosen one of them over time. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CompareSwitch, useComparison } from '../../analytics/comparison.tsx';
import { FrequencySwitch } from '../../analytics/frequency-switch.tsx';
import { useDateRange } from '../../analytics/range.ts';
import { fetchReport, reportQuery } from '../../analytics/report-query.ts';
import { StatTile, StatTiles } from '../../analytics/stat-tile.tsx';
import { TimeSeriesChart } from '../../analytics/time-series-chart.tsx';
import { useToday } from '../../analytics/today.ts';
import { writeCsv } from '../../csv/write-csv.ts';
import { CsvButton } from '../../lists/csv-button.tsx';
import { csvName } from '../../lists/csv-file.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { CustomDomain } from '../domains/domain-queries.ts';
import styles from './traffic-card.module.css';
import { errorShareMetric, type TrafficMetric, trafficMetrics } from './traffic-metrics.ts';
import type { TrafficTotals } from './traffic-totals.ts';

export function TrafficCard({
  domain,
  totals,
  before,
}: {
  readonly domain: CustomDomain;
  readonly totals: TrafficTotals;
  readonly before: TrafficTotals;
}) {
  const { range, previous, frequency, setRange } = useDateRange();
  const { isCompared } = useComparison();
  const [metric, setMetric] = useMetric();
  const today = useToday();
  const isUnfinishedDay = range.from === today && range.to === today;
  const compared = isCompared ? previous : undefined;
  const series = useQuery(reportQuery(domain.uuid, metric.series, { ...range, frequency }));
  const earlier = useQuery({
    ...reportQuery(domain.uuid, metric.series, { ...(compared ?? range), frequency }),
    enabled: compared !== undefined,
  });
  const failed = [totals, before].find(({ error }) => error !== null);
  return (
    <section className={styles['card']} aria-label="Requests over time">
      {failed === undefined ? null : (
        <div className={styles['failure']}>
          <FailureNotice error={failed.error} onRetry={failed.retry} />
        </div>
      )}
      <StatTiles label="Totals">
        {trafficMetrics.map((each) => (
          <StatTile
            key={each.id}
            label={each.label}
            hint={each.hint}
            value={totals.values[each.id]}
            previous={isCompared ? before.values[each.id] : undefined}
            comparison={isUnfinishedDay ? 'value' : 'change'}
            format={each.format}
            {...(each.goodWhen === undefined ? {} : { goodWhen: each.goodWhen })}
            stale={totals.isStale}
            selected={each.id === metric.id}
            onSelect={() => setMetric(each)}
          />
        ))}
        <StatTile
          {...errorShareMetric}
          goodWhen="down"
          value={totals.values.error_share}
          previous={isCompared ? before.values.error_share : undefined}
          comparison={isUnfinishedDay ? 'value' : 'change'}
          stale={totals.isStale}
        />
      </StatTiles>
      <div className={styles['body']}>
        <div className={styles['bar']}>
          <h2 className={styles['title']}>{metric.label}</h2>
          <div className={styles['controls']}>
            {previous === undefined ? null : <CompareSwitch />}
            <FrequencySwitch />
            <CsvButton
              what="these numbers"
              fileName={csvName(domain.host, `requests-by-${frequency}`, range)}
              makeText={async () => {
                const answers = await Promise.all(
                  trafficMetrics.map(({ series: name }) =>
                    fetchReport(domain.uuid, name, { ...range, frequency }),
                  ),
                );
                return seriesCsv(answers.map(({ data }) => data));
              }}
            />
          </div>
        </div>
        {series.error === null ? (
          <TimeSeriesChart
            label={metric.label}
            data={series.data?.data}
            previous={compared === undefined ? undefined : earlier.data?.data}
            range={range}
            frequency={frequency}
            format={metric.format}
            formatAxis={metric.formatAxis}
            kind={metric.kind}
            goodWhen={metric.goodWhen}
            stale={series.isPlaceholderData}
            onPick={setRange}
          />
        ) : (
          <FailureNotice error={series.error} onRetry={() => void series.refetch()} />
        )}
      </div>
    </section>
  );
}

/** A row a bucket, a column a number. */
function seriesCsv(columns: readonly Readonly<Record<string, number>>[]): string {
  const rowOf = (date: string): (string | number)[] => [date, ...columns.map((column) => column[date] ?? 0)];
  return writeCsv(
    ['date', 'requests', 'bytes', 'average_response_time_seconds'],
    Object.keys(columns[0] ?? {}).map(rowOf),
  );
}

/** The number whose series is shown, kept in the address. */
function useMetric(): readonly [TrafficMetric, (metric: TrafficMetric) => void] {
  const [search, setSearch] = useSearchParams();
  const chosen = trafficMetrics.find(({ id }) => id === search.get('metric')) ?? trafficMetrics[0];
  const choose = (metric: TrafficMetric): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (metric === trafficMetrics[0]) next.delete('metric');
        else next.set('metric', metric.id);
        return next;
      },
      { replace: true },
    );
  return [chosen, choose];
}
