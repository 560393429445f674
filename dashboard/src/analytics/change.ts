/** How a number has changed since the period before. */
import { percentageOf } from '../../../src/core/percentage.ts';
import { formatChange } from '../format/numbers.ts';

export type Change = {
  readonly text: string;
  readonly direction: 'up' | 'down' | 'same';
  /** Undefined where neither way is better. */
  readonly isGood: boolean | undefined;
};

/** Undefined when there is nothing to compare with: no number before, or none at all in it. */
export function changeOf(
  value: number,
  previous: number | undefined,
  goodWhen: 'up' | 'down' | undefined,
): Change | undefined {
  if (previous === undefined || previous === 0) return undefined;
  const percentage = percentageOf(Math.abs(value - previous), previous);
  // Below half of the last digit that is shown.
  if (percentage < 0.05) return { text: formatChange(0), direction: 'same', isGood: undefined };
  const direction = value > previous ? 'up' : 'down';
  return {
    text: formatChange(direction === 'up' ? percentage : -percentage),
    direction,
    isGood: goodWhen === undefined ? undefined : direction === goodWhen,
  };
}
