/** Places within one country, out of the list of all. Source: docs/reference/web-analytics.md (`locations`, `code`). */
import type { RankedRow } from './ranked-report.ts';

/** Regions have codes such as `US-CA`, cities their country's. Shares become those of the country's list. */
export function withinCountry(rows: readonly RankedRow[], country: string): readonly RankedRow[] {
  const inside = rows.filter(({ id }) => id === country || id.startsWith(`${country}-`));
  const sum = inside.reduce((total, { count }) => total + count, 0);
  return inside.map(({ id, label, count }) => ({
    id,
    label,
    count,
    // As the API rounds: two decimals, half up.
    percentage: sum === 0 ? 0 : Math.round((count / sum) * 10_000) / 100,
  }));
}

/** A country's code in an address; undefined when it is none. */
export function readCountry(text: string | null): string | undefined {
  return text !== null && /^[A-Z]{2}$/.test(text) ? text : undefined;
}
