/** How a number has changed since the period before. */
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
  const share = (value - previous) / previous;
  // Below half of the last digit that is shown.
  if (Math.abs(share) < 0.0005) return { text: formatChange(0), direction: 'same', isGood: undefined };
  const direction = share > 0 ? 'up' : 'down';
  return {
    text: formatChange(share),
    direction,
    isGood: goodWhen === undefined ? undefined : direction === goodWhen,
  };
}
