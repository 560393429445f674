/** The table of retention: how many came back so many weeks later, of one week's visitors and of all of them. */
import { percentageOf } from '../../../../src/core/percentage.ts';
import type { CsvTable } from '../../csv/write-csv.ts';
import type { Cohort } from './retention-query.ts';

export type Returned = { readonly visitors: number; readonly rate: number };
export type RetentionRow = {
  /** A Monday. */
  readonly week: string;
  readonly visitors: number;
  /** One week later, two weeks later, …; null where nobody could be recognized. */
  readonly returned: readonly (Returned | null)[];
};

export function retentionRows(cohorts: readonly Cohort[]): readonly RetentionRow[] {
  return cohorts.map(({ week, visitors, cells: [, ...later] }) => ({
    week,
    visitors,
    returned: later.map((count) =>
      count === null ? null : { visitors: count, rate: percentageOf(count, visitors) },
    ),
  }));
}

/** Of all weeks that have a number so many weeks later; null where none has. */
export function averages(rows: readonly RetentionRow[]): readonly (Returned | null)[] {
  const longest = Math.max(0, ...rows.map(({ returned }) => returned.length));
  return Array.from({ length: longest }, (_, index) => {
    const [back, all] = rows.reduce(
      ([count, of], { visitors, returned }) => {
        const cell = returned[index];
        return cell ? [count + cell.visitors, of + visitors] : [count, of];
      },
      [0, 0],
    );
    return all === 0 ? null : { visitors: back, rate: percentageOf(back, all) };
  });
}

/** Counts, as the API answers them. */
export function retentionCsv(cohorts: readonly Cohort[]): CsvTable {
  const longest = Math.max(0, ...cohorts.map(({ cells }) => cells.length));
  const weeks = Array.from({ length: longest }, (_, index) => index);
  return [
    ['week', 'visitors', ...weeks.map((index) => `week_${index}`)],
    cohorts.map(({ week, visitors, cells }) => [week, visitors, ...weeks.map((index) => cells[index] ?? '')]),
  ];
}
