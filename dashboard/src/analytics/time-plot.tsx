/** The drawing of a series and what reads from it. Loaded with the first chart. */
import 'uplot/dist/uPlot.min.css';
import { useCallback, useMemo, useRef } from 'react';
import type { Annotation } from '../api/resources.ts';
import { AnnotationMarks } from '../features/annotations/annotation-marks.tsx';
import { plotModelOf } from './plot-model.ts';
import { PlotReader } from './plot-reader.tsx';
import type { DateRange, Frequency } from './presets.ts';
import styles from './time-plot.module.css';
import type { Point, ValueKind } from './time-series.ts';
import { type PlotColours, usePlot } from './use-plot.ts';

const colourNames = ['line', 'fill', 'before', 'grid', 'text'] as const;

export function TimePlot({
  label,
  summary,
  points,
  frequency,
  kind,
  format,
  formatAxis,
  goodWhen,
  isRate,
  onPick,
  annotations,
}: {
  readonly label: string;
  /** The text alternative. */
  readonly summary: string;
  readonly points: readonly Point[];
  readonly frequency: Frequency;
  readonly kind: ValueKind;
  readonly format: (value: number) => string;
  readonly formatAxis: (value: number) => string;
  readonly goodWhen: 'up' | 'down' | undefined;
  readonly isRate: boolean | undefined;
  readonly onPick: ((range: DateRange) => void) | undefined;
  readonly annotations: readonly Annotation[];
}) {
  const canvas = useRef<HTMLDivElement>(null);
  const colours = useRef<HTMLSpanElement>(null);
  const model = useMemo(
    () => plotModelOf({ points, frequency, kind, formatAxis }),
    [points, frequency, kind, formatAxis],
  );
  // Canvas doesn't support CSS variables, so the browser resolves the colours on hidden elements.
  const readColours = useCallback((): PlotColours => {
    const read = (index: number): string => {
      const element = colours.current?.children[index];
      return element === undefined ? '' : getComputedStyle(element).color;
    };
    return { line: read(0), fill: read(1), before: read(2), grid: read(3), text: read(4) };
  }, []);
  const box = usePlot(canvas, model, readColours);
  return (
    <div className={styles['plot']}>
      <span ref={colours} hidden>
        {colourNames.map((name) => (
          <span key={name} className={styles[name]} />
        ))}
      </span>
      <div ref={canvas} className={styles['canvas']} role="img" aria-label={summary} />
      {box === undefined ? null : (
        <>
          <PlotReader
            label={label}
            model={model}
            box={box}
            format={format}
            goodWhen={goodWhen}
            isRate={isRate}
            frequency={frequency}
            onPick={onPick}
          />
          <AnnotationMarks annotations={annotations} model={model} box={box} frequency={frequency} />
        </>
      )}
    </div>
  );
}
