/** A part of a ranked list with all there is to say about each row. */
import type { To } from 'react-router';
import { changeOf } from '../../analytics/change.ts';
import { formatInteger } from '../../format/numbers.ts';
import { ColumnSelect } from '../../lists/column-select.tsx';
import type { ChosenColumn } from '../../lists/list-column.ts';
import type { RankedReport } from '../../lists/ranked-report.ts';
import { RowLabel } from '../../lists/row-label.tsx';
import { HeadCell } from '../../ui/table.tsx';
import type { ReportRow, ReportSort } from './report-rows.ts';
import styles from './report-table.module.css';

export function ReportTable({
  report,
  rows,
  most,
  isCompared,
  isStale,
  sort,
  onSort,
  last,
  origin,
  linkOf,
}: {
  readonly report: RankedReport;
  readonly rows: readonly ReportRow[];
  /** The highest count of the whole list: the longest bar. */
  readonly most: number;
  readonly isCompared: boolean;
  readonly isStale: boolean;
  readonly sort: ReportSort;
  readonly onSort: (sort: string) => void;
  readonly last: ChosenColumn;
  readonly origin: string | undefined;
  /** The page filtered by a row. */
  readonly linkOf: (row: ReportRow) => To;
}) {
  const by = (field: string) => ({
    field,
    current: sort,
    onChange: (next: string) => onSort(firstDescending(next, sort)),
  });
  const select = <ColumnSelect {...last} label={`Show of ${report.title}`} />;
  return (
    <table className={styles['table']} aria-label={report.title} data-stale={isStale || undefined}>
      <thead>
        <tr>
          <th scope="col" className={styles['rank']}>
            <span aria-hidden>#</span>
            <span className="visually-hidden">Rank</span>
          </th>
          <HeadCell sort={{ field: 'label', current: sort, onChange: onSort }}>{report.labelHead}</HeadCell>
          {isCompared ? <HeadCell sort={by('change')}>Change</HeadCell> : null}
          <HeadCell sort={by('count')}>{report.countHead}</HeadCell>
          {last.column.id === '' ? (
            <th scope="col">{select}</th>
          ) : (
            <HeadCell lead={select} sort={by('beside')}>
              <span className="visually-hidden">{last.column.label}</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.id} ${row.label}`} data-row={row.id === '' ? undefined : row.id}>
            <td className={styles['rank']}>{row.rank}</td>
            <th scope="row" className={styles['labelled']}>
              <span
                className={styles['bar']}
                style={{ width: `${most === 0 ? 0 : (row.count / most) * 100}%` }}
              />
              <RowLabel kind={report.kind} row={row} origin={origin} to={linkOf(row)} />
            </th>
            {isCompared ? (
              <td className={styles['change']}>
                <Change row={row} />
              </td>
            ) : null}
            <td>{formatInteger(row.count)}</td>
            <td className={styles['share']}>{last.column.text(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Change({ row }: { readonly row: ReportRow }) {
  if (row.before === undefined) return null;
  const change = changeOf(row.count, row.before, { format: formatInteger, goodWhen: undefined });
  if (change === undefined) return <span title="Not in the previous period">new</span>;
  return <span title={`${formatInteger(row.before)} in the previous period`}>{change.text}</span>;
}

/** Numbers are sorted from the highest at first, then from the lowest. */
function firstDescending(next: string, current: ReportSort): string {
  const field = next.replace('-', '');
  return current === `-${field}` ? field : `-${field}`;
}
