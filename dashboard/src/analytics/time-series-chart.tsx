/**
 * A series over time as people know it: the line, the period before as a dashed one, a read-out that follows the pointer
 * or the arrow keys, and a table for screen readers. The drawing itself is loaded when a chart is shown first.
 */
import { lazy, Suspense, useMemo } from 'react';
import type { Annotation } from '../api/resources.ts';
import type { DateRange, Frequency } from './range.ts';
import { SeriesTable } from './series-table.tsx';
import { pointsOf, summaryOf, type ValueKind } from './time-series.ts';
import styles from './time-series-chart.module.css';
import { useQuarterHour, useToday } from './today.ts';

const TimePlot = lazy(async () => ({ default: (await import('./time-plot.tsx')).TimePlot }));

const none: readonly Annotation[] = [];

export function TimeSeriesChart({
  label,
  data,
  previous,
  previousTitle,
  range,
  compared,
  frequency,
  format,
  formatAxis = format,
  kind = 'integer',
  goodWhen,
  isRate,
  stale = false,
  onPick,
  annotations = none,
}: {
  /** What is counted: `Unique visitors`. */
  readonly label: string;
  /** Bucket key → value, in time order; undefined while it loads. */
  readonly data: Readonly<Record<string, number>> | undefined;
  /** The comparison period's series, drawn bucket under bucket. */
  readonly previous?: Readonly<Record<string, number>> | undefined;
  /** What the dashed line is, where it isn't the same days of an earlier period. */
  readonly previousTitle?: string;
  /** The days asked for, which cut the first and the last bucket. */
  readonly range: DateRange;
  /** The days that `previous` covers. */
  readonly compared?: DateRange | undefined;
  readonly frequency: Frequency;
  readonly format: (value: number) => string;
  /** Short enough for an axis; `format` by default. */
  readonly formatAxis?: (value: number) => string;
  /** Where the value axis is marked: at whole numbers, round numbers, or whole seconds and minutes. */
  readonly kind?: ValueKind;
  /** Which way is better; without it changes have no colour. */
  readonly goodWhen?: 'up' | 'down' | undefined;
  /** Its changes are in percentage points. */
  readonly isRate?: boolean | undefined;
  /** The series belongs to the previous range while the new one loads. */
  readonly stale?: boolean;
  /** Called with the days that a click or dragging chose. */
  readonly onPick?: ((range: DateRange) => void) | undefined;
  /** Marked where they belong. */
  readonly annotations?: readonly Annotation[] | undefined;
}) {
  const today = useToday();
  const nowMs = useQuarterHour();
  const points = useMemo(
    () =>
      data === undefined
        ? undefined
        : pointsOf({ data, previous, previousTitle, range, compared, frequency, today, nowMs }),
    [data, previous, previousTitle, range, compared, frequency, today, nowMs],
  );
  if (points === undefined) {
    return (
      <div className={styles['frame']} role="status" aria-label={`Loading: ${label}`}>
        <EmptyGrid />
      </div>
    );
  }
  return (
    <figure className={styles['frame']} data-stale={stale || undefined}>
      <Suspense fallback={<EmptyGrid />}>
        <TimePlot
          label={label}
          summary={summaryOf(label, points, format)}
          points={points}
          frequency={frequency}
          kind={kind}
          format={format}
          formatAxis={formatAxis}
          goodWhen={goodWhen}
          isRate={isRate}
          onPick={frequency === 'hour' ? undefined : onPick}
          annotations={annotations}
        />
      </Suspense>
      <SeriesTable label={label} previousTitle={previousTitle} points={points} format={format} />
    </figure>
  );
}

/** The lines of the value axis, which are there before any number is. */
function EmptyGrid() {
  return (
    <div className={styles['waiting']} aria-hidden>
      <span />
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}
