/**
 * SQL of whole visits with everything a question may ask of them. What a visit is stands in `following`
 * (visits/parts.ts); here its pageviews become one row.
 */
import { rowsIn } from '../engine/row-spans.ts';
import { following, soFar } from '../visits/parts.ts';
import type { Person } from '../visits/persons.ts';
import { eventElements } from './filter-sql.ts';
import { entryColumns, type VisitColumn } from './vocabulary.ts';

export type VisitRowsSource = {
  /** Pageviews in this span are read, in milliseconds since the Unix epoch; no visit of interest reaches beyond it. */
  readonly since: number;
  readonly until: number;
  readonly persons: readonly Person[];
};

/**
 * Visits with `started`, `duration_ms`, `pageviews`, the columns asked for, and, with `hasEvents`, `visit_events`: tuples as
 * in {@link eventElements}. The domain stands as the parameter `domain`.
 */
export function visitRows(
  columns: readonly VisitColumn[],
  hasEvents: boolean,
  { since, until, persons }: VisitRowsSource,
): string {
  const entries = entryColumns.filter((name) => columns.includes(name));
  const wantsPath = hasEvents || columns.includes('entry_path') || columns.includes('exit_path');
  const read = [...entries, ...(wantsPath ? ['path'] : []), ...(hasEvents ? ['visitor'] : [])];
  const shown = [
    'min(time) AS started',
    "dateDiff('millisecond', min(time), max(time)) AS duration_ms",
    'count() AS pageviews',
    ...entries.map((name) => `anyIf(${name}, starts) AS ${name}`),
    ...(columns.includes('entry_path') ? ['anyIf(path, starts) AS entry_path'] : []),
    ...(columns.includes('exit_path') ? ['anyIf(path, ends) AS exit_path'] : []),
    ...(hasEvents ? [`groupArray((${Object.keys(eventElements).join(', ')})) AS visit_events`] : []),
  ];
  return `SELECT ${shown.join(', ')}
    FROM (SELECT *, sum(starts) ${soFar} AS visit FROM (${following(read, rowsIn(since, until), persons)}))
    GROUP BY person, visit`;
}
