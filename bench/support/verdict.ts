/** What a benchmark was to show, and whether it did. */
import { formatNumber } from './table.ts';

export type Target = {
  readonly claim: string;
  readonly measured: string;
  /** Null when it could not be measured. */
  readonly isMet: boolean | null;
};

/** Judges a figure against the most it may be; NaN = not measured. */
export function atMost(claim: string, value: number, limit: number, unit: string, digits = 1): Target {
  const isMeasured = Number.isFinite(value);
  const limitText = formatNumber(limit, Number.isInteger(limit) ? 0 : Math.max(1, digits));
  return {
    claim: `${claim}: at most ${limitText} ${unit}`.trimEnd(),
    measured: isMeasured ? `${formatNumber(value, digits)} ${unit}`.trimEnd() : 'nothing',
    isMet: isMeasured ? value <= limit : null,
  };
}

/** Judges a figure against the least it may be; NaN = not measured. */
export function atLeast(claim: string, value: number, limit: number, unit: string, digits = 1): Target {
  const isMeasured = Number.isFinite(value);
  return {
    claim: `${claim}: at least ${formatNumber(limit)} ${unit}`.trimEnd(),
    measured: isMeasured ? `${formatNumber(value, digits)} ${unit}`.trimEnd() : 'nothing',
    isMet: isMeasured ? value >= limit : null,
  };
}
