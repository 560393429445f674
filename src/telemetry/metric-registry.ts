/** Metrics whose values are read from elsewhere at each scrape. */
import { Counter, Gauge, type Metric, Registry } from '@prometheus-io/client';

type Labels = Readonly<Record<string, string>>;
type Sample = (labels: Labels, value: number) => void;

/** A histogram that was counted elsewhere. */
export type CountedBuckets = {
  readonly labels: Labels;
  /** Of each bucket alone, in the order of the bounds; the last one has no bound. */
  readonly counts: readonly number[];
  readonly sum: number;
};

export class MetricRegistry {
  readonly inner: Registry = new Registry();

  counter(name: string, help: string, labelNames: readonly string[], collect: (add: Sample) => void): void {
    const counter = new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [],
      collect() {
        this.reset();
        collect((labels, total) => this.inc({ ...labels }, total));
      },
    });
    this.inner.registerMetric(counter);
  }

  gauges<T>(
    read: () => T,
    gauges: readonly [name: string, help: string, value: (totals: T) => number][],
  ): void {
    for (const [name, help, value] of gauges) this.gauge(name, help, () => value(read()));
  }

  /** A gauge without labels. It has no sample while its value is undefined. */
  gauge(name: string, help: string, value: () => number | undefined): void {
    this.labelledGauge(name, help, [], (set) => {
      const now = value();
      if (now !== undefined) set({}, now);
    });
  }

  labelledGauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    collect: (set: Sample) => void,
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [],
      collect() {
        if (labelNames.length === 0) this.remove();
        else this.reset();
        collect((labels, value) => this.set({ ...labels }, value));
      },
    });
    this.inner.registerMetric(gauge);
  }

  /** Shows histograms that were counted elsewhere; `bounds` are the buckets' upper ones, in the metric's unit. */
  histogram(
    name: string,
    help: string,
    bounds: readonly number[],
    read: () => readonly CountedBuckets[],
  ): void {
    const get = () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: read().flatMap((counted) => samplesOf(name, bounds, counted)),
    });
    // The registry only asks for the name and for this; its Histogram takes single observations only.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    this.inner.registerMetric({ name, get } as unknown as Metric);
  }
}

/** One sample for each of these counts. */
export function addEach(add: Sample, label: string, counts: Readonly<Record<string, number>>): void {
  for (const [name, total] of Object.entries(counts)) add({ [label]: name }, total);
}

function samplesOf(name: string, bounds: readonly number[], { labels, counts, sum }: CountedBuckets) {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    const le = bounds[index] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}
