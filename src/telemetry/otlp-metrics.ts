/** The metrics of a Prometheus registry in OpenTelemetry's form. Source: docs/reference/tracing.md ("Metrics"). */
import { type HrTime, ValueType } from '@opentelemetry/api';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from '@prometheus-io/client';

type Metric = MetricObjectWithValues<MetricValue<string>>;
type Labels = Readonly<Record<string, string | number | undefined>>;
type Series = { readonly labels: Labels; readonly bounds: number[]; readonly totals: number[]; sum: number };
type Span = { readonly startTime: HrTime; readonly endTime: HrTime };

/** Everything that there is now; counters count from `startedAt` on. */
export async function readMetrics(registry: Registry, span: Span): Promise<MetricData[]> {
  const metrics: Metric[] = await registry.getMetricsAsJSON();
  return metrics.map((metric) => toMetricData(metric, span));
}

function toMetricData(metric: Metric, span: Span): MetricData {
  const { name, help, values, type } = metric;
  const shared = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (type === 'histogram') {
    return {
      ...shared,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: histogramsOf(name, values, span),
    };
  }
  const { startTime, endTime } = span;
  const dataPoints = values.map(({ labels, value }) => ({
    startTime,
    endTime,
    attributes: textsOf(labels),
    value,
  }));
  return type === 'counter'
    ? { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Prometheus adds the buckets up, and OpenTelemetry doesn't. */
function histogramsOf(name: string, values: Metric['values'], { startTime, endTime }: Span) {
  const bySeries = new Map<string, Series>();
  for (const sample of values) {
    const { le, ...labels } = sample.labels;
    const key = JSON.stringify(labels);
    const series: Series = bySeries.get(key) ?? { labels, bounds: [], totals: [], sum: 0 };
    bySeries.set(key, series);
    const part = 'metricName' in sample ? sample.metricName : undefined;
    if (part === `${name}_sum`) series.sum = sample.value;
    if (part !== `${name}_bucket` || le === undefined) continue;
    series.totals.push(sample.value);
    if (le !== '+Inf') series.bounds.push(Number(le));
  }
  return [...bySeries.values()].map(({ labels, bounds, totals, sum }) => ({
    startTime,
    endTime,
    attributes: textsOf(labels),
    value: {
      buckets: { boundaries: bounds, counts: totals.map((total, index) => total - (totals[index - 1] ?? 0)) },
      sum,
      count: totals.at(-1) ?? 0,
    },
  }));
}

function textsOf(labels: Labels): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));
}
