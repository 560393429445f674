/** A row for each week, a column for each week after it; the more came back, the stronger the colour. */
import { formatDayRange } from '../../format/dates.ts';
import { formatInteger, formatShare } from '../../format/numbers.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import styles from './retention.module.css';
import { averages, type RetentionRow, type Returned } from './retention-rows.ts';

/** Half a year; more columns than that nobody reads. */
export const mostWeeks = 26;

export function RetentionTable({
  rows,
  view,
  stale,
}: {
  readonly rows: readonly RetentionRow[];
  readonly view: 'share' | 'visitors';
  /** They are of other days or filters while these load. */
  readonly stale: boolean;
}) {
  const all = averages(rows).slice(0, mostWeeks);
  const best = Math.max(...rows.flatMap(({ returned }) => returned.map((cell) => cell?.rate ?? 0)), 1);
  const weeks = all.map((_, index) => index + 1);
  const cellsOf = (returned: readonly (Returned | null)[]) =>
    weeks.map((week) => {
      const cell = returned[week - 1];
      return (
        <td
          key={week}
          style={{ '--shade': (cell?.rate ?? 0) / best }}
          title={cell ? titleOf(cell) : undefined}
        >
          {cell === undefined ? null : cell === null ? '–' : textOf(cell, view)}
        </td>
      );
    });
  return (
    <ScrollRegion label="Retention by week" className={styles['scroll']}>
      <table className={styles['table']} aria-label="Retention" data-stale={stale || undefined}>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Visitors</th>
            {weeks.map((week) => (
              <th scope="col" key={week}>
                +{week}
                <span className="visually-hidden"> {week === 1 ? 'week' : 'weeks'}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ week, visitors, returned }) => (
            <tr key={week}>
              <th scope="row">{formatDayRange(week, week)}</th>
              <td>{formatInteger(visitors)}</td>
              {cellsOf(returned)}
            </tr>
          ))}
        </tbody>
        {all.length === 0 ? null : (
          <tfoot>
            <tr>
              <th scope="row">All weeks</th>
              <td>{formatInteger(rows.reduce((sum, { visitors }) => sum + visitors, 0))}</td>
              {cellsOf(all)}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  );
}

function textOf({ visitors, rate }: Returned, view: 'share' | 'visitors'): string {
  return view === 'share' ? formatShare(rate) : formatInteger(visitors);
}

function titleOf({ visitors, rate }: Returned): string {
  return `${visitors === 1 ? '1 visitor' : `${formatInteger(visitors)} visitors`}, ${formatShare(rate)}`;
}
