/** The metrics of a query's rows as numbers. Revenue is decimal text, or null for a row with several currencies. */
import type { Answer } from './query.ts';

type Metrics = Answer['results'][number]['metrics'];

/** Puts 0 in place of revenue, so that the others keep their places. */
export function numbersOf(metrics: Metrics): readonly number[] {
  return metrics.map((value) => (typeof value === 'number' ? value : 0));
}

/** The metrics of a query without dimensions; undefined if nothing was counted. */
export function totalsOf({ results }: Answer): readonly number[] | undefined {
  return results[0] && numbersOf(results[0].metrics);
}
