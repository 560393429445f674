/** How a number has changed since the period before. */
import { percentageOf } from '../../../src/core/percentage.ts';
import { formatChange, formatPoints } from '../format/numbers.ts';

export type Change = {
  readonly text: string;
  readonly direction: 'up' | 'down' | 'same';
  /** Undefined where neither way is better. */
  readonly isGood: boolean | undefined;
};

/** How a number is written, and what its changes mean. */
export type ChangeStyle = {
  /** Two values that are displayed alike count as unchanged. */
  readonly format: (value: number) => string;
  /** Undefined where neither way is better. */
  readonly goodWhen: 'up' | 'down' | undefined;
  /** A percentage: it changes by percentage points, as a percentage of one is read as points. */
  readonly isRate?: boolean | undefined;
};

/** Undefined when there is no earlier data: no number before, or 0, of which no share can be taken. */
export function changeOf(
  value: number,
  previous: number | undefined,
  { format, goodWhen, isRate = false }: ChangeStyle,
): Change | undefined {
  if (previous === undefined || (previous === 0 && !isRate)) return undefined;
  const formatAmount = isRate ? formatPoints : formatChange;
  const difference = Math.abs(value - previous);
  const amount = isRate ? difference : percentageOf(difference, previous);
  // Less than half of the last digit shown.
  if (amount < 0.05 || format(value) === format(previous)) {
    return { text: formatAmount(0), direction: 'same', isGood: undefined };
  }
  const direction = value > previous ? 'up' : 'down';
  return {
    text: formatAmount(direction === 'up' ? amount : -amount),
    direction,
    isGood: goodWhen === undefined ? undefined : direction === goodWhen,
  };
}
