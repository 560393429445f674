/** Ranked lists as files: the whole list, as the API answers it. */

import type { Scope } from '../analytics/scope.ts';
import { writeCsv } from '../csv/write-csv.ts';
import type { RankedReport, RankedRow } from './ranked-report.ts';

export function csvOf(
  report: Pick<RankedReport, 'labelHead' | 'countHead' | 'idHead'>,
  rows: readonly RankedRow[],
): string {
  const { idHead } = report;
  const head = [report.labelHead, ...(idHead === undefined ? [] : [idHead]), report.countHead, 'percentage'];
  return writeCsv(
    head.map((name) => name.toLowerCase().replaceAll(' ', '_')),
    rows.map(({ id, label, count, percentage }) => [
      label,
      ...(idHead === undefined ? [] : [id]),
      count,
      percentage,
    ]),
  );
}

/** `shop.example.com-sources-2026-05-01-2026-05-31.csv`: files of several domains and periods lie in one folder. */
export function csvName(host: string | undefined, slug: string, { from, to, filters }: Scope): string {
  return [host, slug, filters.length === 0 ? undefined : 'filtered', from, to]
    .filter((part) => part !== undefined)
    .join('-')
    .replaceAll(/[^\w.-]/g, '_')
    .concat('.csv');
}
