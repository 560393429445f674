/** One metric over time, with the comparison period if there is one. */
import { useQuery } from '@tanstack/react-query';
import { annotations } from '../api/resources.ts';
import { useAccountUuid } from '../session/session.ts';
import { FailureNotice } from '../ui/notice.tsx';
import type { ChangeStyle } from './change.ts';
import type { DateRange, Frequency } from './range.ts';
import type { Scope } from './scope.ts';
import { type SeriesMetric, seriesQuery } from './series-query.ts';
import type { ValueKind } from './time-series.ts';
import { TimeSeriesChart } from './time-series-chart.tsx';

/** A number that has a chart: what it is called, how it is written, and the series behind it. */
export type ChartedMetric = SeriesMetric &
  ChangeStyle & {
    readonly label: string;
    readonly hint: string;
    readonly formatAxis: (value: number) => string;
    readonly kind: ValueKind;
  };

export function MetricChart({
  domainUuid,
  metric,
  scope,
  compared,
  frequency,
  onPick,
}: {
  readonly domainUuid: string;
  readonly metric: ChartedMetric;
  readonly scope: Scope;
  /** The comparison period; undefined when there is none. */
  readonly compared: Scope | undefined;
  readonly frequency: Frequency;
  readonly onPick: (range: DateRange) => void;
}) {
  const series = useQuery(seriesQuery(domainUuid, metric, scope, frequency));
  const earlier = useQuery({
    ...seriesQuery(domainUuid, metric, compared ?? scope, frequency),
    enabled: compared !== undefined,
  });
  const account_uuid = useAccountUuid();
  const noted = useQuery(annotations.list({ account_uuid, uuid: domainUuid }, { per_page: 1000 }));
  if (series.error !== null) {
    return <FailureNotice error={series.error} onRetry={() => void series.refetch()} />;
  }
  return (
    <TimeSeriesChart
      label={metric.label}
      data={series.data}
      previous={compared === undefined ? undefined : earlier.data}
      compared={compared}
      range={scope}
      frequency={frequency}
      format={metric.format}
      formatAxis={metric.formatAxis}
      kind={metric.kind}
      goodWhen={metric.goodWhen}
      isRate={metric.isRate}
      stale={series.isPlaceholderData}
      onPick={onPick}
      annotations={noted.data?.data}
    />
  );
}
