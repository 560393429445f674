/** The steps of a funnel as they are shown: with those who left, and as a file. */
import { percentageOf } from '../../../../src/core/percentage.ts';
import type { CsvTable } from '../../csv/write-csv.ts';
import type { FunnelAnswer, FunnelStep } from './funnel-query.ts';

export type FunnelRow = FunnelStep & {
  /** Visitors who took the previous step but not this one; undefined for the first step. */
  readonly left: number | undefined;
  /** Their percentage of the step before. */
  readonly leftRate: number;
  /** The rate of the step before; 100 for the first. */
  readonly rateBefore: number;
};

export function funnelRows(steps: readonly FunnelStep[]): readonly FunnelRow[] {
  return steps.map((step, index) => {
    const before = steps[index - 1];
    const left = before && before.visitors - step.visitors;
    return {
      ...step,
      left,
      leftRate: before === undefined ? 0 : percentageOf(left ?? 0, before.visitors),
      rateBefore: before?.rate ?? step.rate,
    };
  });
}

const earlier = ['visitors_before', 'rate_before', 'step_rate_before'];

export function funnelCsv(rows: readonly FunnelRow[]): CsvTable {
  const isCompared = rows[0]?.comparison !== undefined;
  return [
    ['step', 'label', 'visitors', 'rate', 'step_rate', 'left', ...(isCompared ? earlier : [])],
    rows.map(({ label, visitors, rate, step_rate: stepRate, left, comparison }, index) => [
      index + 1,
      label,
      visitors,
      rate,
      stepRate,
      left ?? '',
      ...(comparison === undefined ? [] : [comparison.visitors, comparison.rate, comparison.step_rate]),
    ]),
  ];
}

/** A line for each value and step. */
export function breakdownCsv(label: string, rows: FunnelAnswer['breakdown']): CsvTable {
  return [
    [label.toLowerCase().replaceAll(' ', '_'), 'step', 'label', 'visitors', 'rate', 'step_rate'],
    rows.flatMap(({ dimensions: [value = ''], steps }) =>
      steps.map((step, index) => [value, index + 1, step.label, step.visitors, step.rate, step.step_rate]),
    ),
  ];
}
