/** Percentages as the API rounds them. Source: docs/reference/web-analytics.md. */

/**
 * The part's percentage of the whole: two decimals, rounded half up; 0 if the whole is 0.
 *
 * The product of two counts is exact and the quotient is rounded once, so a percentage that ends in 5 is never
 * rounded down.
 */
export function percentageOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
}
