/** The chart's geometry: scales, ticks and positions in CSS pixels, shared by drawing and reading. */
import type { Frequency } from './presets.ts';
import { type Point, type Tick, timeTicks, type ValueKind, valueTicks } from './time-series.ts';

/** The plotting area inside of the chart, in CSS pixels. */
export type PlotBox = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type PlotModel = {
  readonly points: readonly Point[];
  readonly timeTicks: (widthPx: number) => readonly Tick[];
  readonly valueTicks: readonly number[];
  readonly formatAxis: (value: number) => string;
};

const timeLabelPx = 76;
const valueTickCount = 5;

export function plotModelOf({
  points,
  frequency,
  kind,
  formatAxis,
}: {
  readonly points: readonly Point[];
  readonly frequency: Frequency;
  readonly kind: ValueKind;
  readonly formatAxis: (value: number) => string;
}): PlotModel {
  let highest = 0;
  for (const { value, previous } of points) highest = Math.max(highest, value, previous?.value ?? 0);
  return {
    points,
    timeTicks: (widthPx) => timeTicks(points, frequency, widthPx / timeLabelPx),
    valueTicks: valueTicks(highest, kind, valueTickCount),
    formatAxis,
  };
}

/** The indexes at the two edges; a single point stands in the middle. */
export function indexRange(model: PlotModel): [number, number] {
  return model.points.length === 1 ? [-1, 1] : [0, model.points.length - 1];
}

export function leftOf(model: PlotModel, box: PlotBox, index: number): number {
  const [first, last] = indexRange(model);
  return box.left + (box.width * (index - first)) / (last - first);
}

export function topOf(model: PlotModel, box: PlotBox, value: number): number {
  return box.top + box.height * (1 - value / (model.valueTicks.at(-1) ?? 1));
}

/** The point nearest to a place. */
export function indexAt(model: PlotModel, box: PlotBox, leftPx: number): number {
  const [first, last] = indexRange(model);
  const index = Math.round(first + ((leftPx - box.left) / box.width) * (last - first));
  return Math.min(model.points.length - 1, Math.max(0, index));
}

type Column = (number | null)[];

/**
 * The columns that are drawn: indexes, the period before, the line, and its dashed ends, which are buckets that count
 * only some of their days.
 */
export function columnsOf({ points }: PlotModel): [number[], Column, Column, Column] {
  const whole: Column = points.map(({ value }) => value);
  const parts: Column = points.map(() => null);
  const dash = (end: number, inner: number): void => {
    parts[end] = points[end]?.value ?? null;
    parts[inner] = points[inner]?.value ?? null;
    whole[end] = null;
  };
  const last = points.length - 1;
  if (points[last]?.state !== 'whole' && last >= 0) dash(last, Math.max(0, last - 1));
  if (last > 0 && points[0]?.state !== 'whole') dash(0, 1);
  return [
    points.map((_, index) => index),
    points.map(({ previous }) => previous?.value ?? null),
    whole,
    parts,
  ];
}
