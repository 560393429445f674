/** A ranked list: each row with its bar behind it, its count and its share. */
import { useState } from 'react';
import { formatCompact, formatInteger } from '../format/numbers.ts';
import { ColumnSelect } from './column-select.tsx';
import { HoverDetail } from './hover-detail.tsx';
import { type ChosenColumn, shareColumn } from './list-column.ts';
import styles from './ranked-list.module.css';
import type { RankedReport } from './ranked-report.ts';
import type { RankedRow } from './ranked-rows.ts';
import { RowLabel } from './row-label.tsx';
import { rowShare } from './row-share.ts';
import { visibleLabel } from './visible-label.ts';

export type RowsOf = Pick<RankedReport, 'title' | 'labelHead' | 'countHead' | 'kind'>;

export function RankedList({
  report,
  rows,
  stale = false,
  origin,
  shareOf,
  last,
  searchOf,
}: {
  readonly report: RowsOf;
  readonly rows: readonly RankedRow[];
  /** The rows belong to the previous range while the new ones load. */
  readonly stale?: boolean;
  /** Of the domain, `https://shop.example.com`; paths link to it. */
  readonly origin?: string | undefined;
  /** What 100% is, in words: `all visits`. */
  readonly shareOf?: string;
  /** The last column; shares without it. */
  readonly last?: ChosenColumn;
  /** The query string of this page filtered by a row, which the row links to. */
  readonly searchOf: (row: RankedRow) => string;
}) {
  const [pointed, setPointed] = useState<{ readonly row: RankedRow; readonly top: number }>();
  const most = rows[0]?.count ?? 0;
  const { text } = last?.column ?? shareColumn;
  // The hovered row may be gone.
  const detailed = pointed !== undefined && !stale && rows.includes(pointed.row) ? pointed : undefined;
  return (
    <div
      className={styles['list']}
      data-stale={stale || undefined}
      onPointerLeave={() => setPointed(undefined)}
    >
      <table
        aria-label={report.title}
        className={styles['table']}
        data-last={last === undefined || last.column.id === '' ? undefined : true}
      >
        <thead>
          <tr>
            <th scope="col">{report.labelHead}</th>
            <th scope="col">{report.countHead}</th>
            <th scope="col">
              {last === undefined ? 'Share' : <ColumnSelect {...last} label={`Show of ${report.title}`} />}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const point = (target: HTMLElement): void => setPointed({ row, top: target.offsetTop });
            return (
              <tr
                key={`${row.id} ${row.label}`}
                className={styles['row']}
                data-row={row.id === '' ? undefined : row.id}
                onPointerEnter={(event) => point(event.currentTarget)}
                onFocus={(event) => point(event.currentTarget)}
                onBlur={() => setPointed(undefined)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') setPointed(undefined);
                }}
              >
                <th scope="row">
                  <span
                    className={styles['bar']}
                    data-class={report.kind === 'status' ? row.id.charAt(0) : undefined}
                    style={{ '--length': most === 0 ? 0 : row.count / most }}
                  />
                  <RowLabel kind={report.kind} row={row} origin={origin} to={{ search: searchOf(row) }} />
                </th>
                <td>{formatCompact(row.count)}</td>
                <td className={styles['share']}>{text(row)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {detailed === undefined ? null : (
        <HoverDetail top={detailed.top} label={visibleLabel(detailed.row.label, 1200)}>
          {formatInteger(detailed.row.count)} {report.countHead.toLowerCase()} · {rowShare(detailed.row)}
          {shareOf === undefined ? '' : ` of ${shareOf}`}
        </HoverDetail>
      )}
    </div>
  );
}

/** Grey rows while the list loads. */
export function RankedListSkeleton({ rows, label }: { readonly rows: number; readonly label: string }) {
  return (
    <div className={styles['skeleton']} role="status" aria-label={`Loading: ${label}`}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles['waiting']} style={{ width: `${92 - row * 7}%` }} />
      ))}
    </div>
  );
}
