/** The steps of a funnel as they are shown: with those who left, and as a file. */
import { percentageOf } from '../../../../src/core/percentage.ts';
import type { CsvTable } from '../../csv/write-csv.ts';
import type { FunnelStep } from './funnel-query.ts';

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

export function funnelCsv(rows: readonly FunnelRow[]): CsvTable {
  return [
    ['step', 'label', 'visitors', 'rate', 'step_rate', 'left'],
    rows.map(({ label, visitors, rate, step_rate: stepRate, left }, index) => [
      index + 1,
      label,
      visitors,
      rate,
      stepRate,
      left ?? '',
    ]),
  ];
}
