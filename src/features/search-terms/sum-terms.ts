/** Sums the search terms of several imports. Source: docs/reference/search-terms.md ("The report"). */
import { setImmediate } from 'node:timers/promises';
import { parseDay } from '../../core/date-range.ts';
import type { SearchTerm } from './queries-csv.ts';

type Range = { readonly from: string; readonly to: string };

export type StoredTerms = Range & {
  /** JSON of the search terms. */
  readonly rows: string;
};

export type TermTotal = {
  readonly name: string;
  readonly clicks: number;
  readonly impressions: number;
  /** Null without impressions. */
  readonly position: number | null;
};

/** Of imports that overlap the one with most days stays, of equally long ones the last, so that no day counts twice. */
export function withoutOverlaps<T extends Range>(imports: readonly T[]): T[] {
  const kept: T[] = [];
  for (const each of imports.toSorted((a, b) => daysOf(b) - daysOf(a) || (a.to < b.to ? 1 : -1)))
    if (!kept.some(({ from, to }) => from <= each.to && each.from <= to)) kept.push(each);
  return kept;
}

/** Answers the first `limit` by clicks, impressions and name. Other requests are served between two imports. */
export async function sumTerms(imports: readonly StoredTerms[], limit: number): Promise<TermTotal[]> {
  const sums = new Map<string, { clicks: number; impressions: number; weighted: number }>();
  for (const { rows } of withoutOverlaps(imports)) {
    const terms: readonly SearchTerm[] = JSON.parse(rows);
    for (const [name, clicks, impressions, hundredths] of terms) {
      let sum = sums.get(name);
      if (!sum) {
        sum = { clicks: 0, impressions: 0, weighted: 0 };
        sums.set(name, sum);
      }
      sum.clicks += clicks;
      sum.impressions += impressions;
      sum.weighted += hundredths * impressions;
    }
    await setImmediate();
  }
  return Array.from(sums, ([name, { clicks, impressions, weighted }]) => ({
    name,
    clicks,
    impressions,
    position: impressions === 0 ? null : Math.round(weighted / impressions) / 100,
  }))
    .toSorted((a, b) => b.clicks - a.clicks || b.impressions - a.impressions || (a.name < b.name ? -1 : 1))
    .slice(0, limit);
}

function daysOf({ from, to }: Range): number {
  return (parseDay(to) ?? 0) - (parseDay(from) ?? 0);
}
