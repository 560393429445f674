/** Ranked lists as files: the whole list, as the API answers it. */

import type { CsvTable } from '../csv/write-csv.ts';
import type { ListColumn } from './list-column.ts';
import type { RankedReport } from './ranked-report.ts';
import type { RankedRow } from './ranked-rows.ts';

export function csvOf(
  report: Pick<RankedReport, 'labelHead' | 'countHead' | 'idHead'>,
  rows: readonly RankedRow[],
  { id: beside }: Pick<ListColumn, 'id'>,
): CsvTable {
  const { idHead } = report;
  const head = [
    report.labelHead,
    ...(idHead === undefined ? [] : [idHead]),
    report.countHead,
    'percentage',
    ...(beside === '' ? [] : beside === 'change' ? ['before'] : [beside]),
  ];
  return [
    head.map((name) => name.toLowerCase().replaceAll(' ', '_')),
    rows.map(({ id, label, count, percentage, before, beside: value }) => [
      label,
      ...(idHead === undefined ? [] : [id]),
      count,
      percentage,
      ...(beside === '' ? [] : [numberOf(beside === 'change' ? before : value)]),
    ]),
  ];
}

/** Money is text, and a refund's begins like a formula. */
function numberOf(value: number | string | null | undefined): number | string {
  return typeof value === 'string' ? Number(value) : (value ?? '');
}
