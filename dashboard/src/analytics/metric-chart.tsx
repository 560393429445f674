/** One number of a domain over time, beside the period before where it is compared. */
import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '../ui/notice.tsx';
import type { DateRange, Frequency } from './range.ts';
import { reportQuery, type SeriesName } from './report-query.ts';
import type { ValueKind } from './time-series.ts';
import { TimeSeriesChart } from './time-series-chart.tsx';

/** A number that has a chart: what it is called, how it is written, and the series behind it. */
export type ChartedMetric = {
  readonly label: string;
  readonly hint: string;
  readonly format: (value: number) => string;
  readonly formatAxis: (value: number) => string;
  readonly kind: ValueKind;
  /** Undefined where neither way is better. */
  readonly goodWhen: 'up' | 'down' | undefined;
  /** The report that has it over time. */
  readonly series: SeriesName;
};

export function MetricChart({
  domainUuid,
  metric,
  range,
  compared,
  frequency,
  marksLast = false,
  onPick,
}: {
  readonly domainUuid: string;
  readonly metric: ChartedMetric;
  readonly range: DateRange;
  /** The period before, when it is drawn too. */
  readonly compared: DateRange | undefined;
  readonly frequency: Frequency;
  readonly marksLast?: boolean;
  readonly onPick: (range: DateRange) => void;
}) {
  const series = useQuery(reportQuery(domainUuid, metric.series, { ...range, frequency }));
  const earlier = useQuery({
    ...reportQuery(domainUuid, metric.series, { ...(compared ?? range), frequency }),
    enabled: compared !== undefined,
  });
  if (series.error !== null) {
    return <FailureNotice error={series.error} onRetry={() => void series.refetch()} />;
  }
  return (
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
      marksLast={marksLast}
      onPick={onPick}
    />
  );
}
