/** Places within one country, out of the list of all, and the codes of places in addresses. Source: docs/reference/web-analytics.md (`locations`, `code`). */
import { percentageOf } from '../../../src/core/percentage.ts';
import { regionCode } from '../../../src/core/region-code.ts';
import type { RankedRow } from './ranked-report.ts';

/** What a list of places shows. One of a region has only its places; of others those of the country are taken, if one is. */
export function rowsOfPlace(
  rows: readonly RankedRow[],
  country: string | undefined,
  region: string | undefined,
): readonly RankedRow[] {
  return country === undefined || region !== undefined ? rows : withinCountry(rows, country);
}

/** Regions have codes such as `US-CA`, cities their country's. Shares become those of the country's list. */
export function withinCountry(rows: readonly RankedRow[], country: string): readonly RankedRow[] {
  const inside = rows.filter(({ id }) => id === country || id.startsWith(`${country}-`));
  const sum = inside.reduce((total, { count }) => total + count, 0);
  return inside.map(({ id, label, count }) => ({
    id,
    label,
    count,
    percentage: percentageOf(count, sum),
  }));
}

/** A country's code in an address; undefined when it is none. */
export function readCountry(text: string | null): string | undefined {
  return text !== null && /^[A-Z]{2}$/.test(text) ? text : undefined;
}

/** A region's code in an address; undefined when it is none, or not one of the country. */
export function readRegion(text: string | null, country: string | undefined): string | undefined {
  return text !== null && regionCode.test(text) && countryOf(text) === country ? text : undefined;
}

/** The country of a region's code, or of a country's. */
export function countryOf(code: string): string {
  return code.slice(0, 2);
}
