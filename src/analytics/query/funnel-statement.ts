/**
 * Writes a funnel's statement.
 *
 * Each event becomes a bit set of the steps it can complete. Steps are matched greedily: the first event that can be the first
 * step, then the first event after it that can be the second, and so on. No other match completes more steps in order.
 */
import { instant } from '../engine/row-spans.ts';
import type { SelectedColumn, VisitSource } from '../visits/visit-source.ts';
import { type EventField, fieldOf, overEvents } from './event-fields.ts';
import { fieldsIn, somePasses } from './filter-sql.ts';
import type { Funnel } from './funnel.ts';
import { completes } from './goals.ts';
import { listsOf, visitColumnsIn } from './query-columns.ts';

/** One row: `s0`, `s1`, … the visitors who reached each step. Needs the parameter `domain`. */
export function funnelStatement(funnel: Funnel, source: VisitSource): string {
  const { steps, scope, filters } = funnel;
  const fields = new Set<EventField>(['name', 'path', ...filters.flatMap(fieldsIn)]);
  const columns = [
    ...new Set<SelectedColumn>([
      'visitor',
      'started',
      'pageviews',
      'event_visitors',
      'event_offsets',
      ...listsOf(fields),
      ...visitColumnsIn(filters),
    ]),
  ];
  const selects = [...source.stored(columns), ...source.live(columns)];
  const bits = steps.map(({ target }, index) => `${completes(target, fieldOf('one'))} * ${2 ** index}`);
  const masks = overEvents('arrayMap', 'one', ['name', 'path'], `toUInt16(${bits.join(' + ')})`);
  const visits = selects.map(
    (select) => `SELECT *, ${masks} AS masks FROM (${select}) WHERE ${somePasses(filters)}`,
  );
  const counts = steps.map((_, index) => `countIf(reached > ${index}) AS s${index}`).join(', ');
  if (visits.length === 0) return `SELECT ${steps.map((_, index) => `0 AS s${index}`).join(', ')}`;
  const all = visits.join('\nUNION ALL\n');
  return `SELECT ${counts} FROM (${scope === 'visit' ? withinVisits(all) : withinRange(all, funnel)})`;
}

function withinVisits(visits: string): string {
  return `SELECT visitor, max(${reachedIn('masks')}) AS reached FROM (${visits}) WHERE pageviews > 0 GROUP BY visitor`;
}

/**
 * Events in the same millisecond keep the visit's order. Events outside any visit come before those of a visit, ordered by
 * step.
 */
function withinRange(visits: string, { range }: Funnel): string {
  const time = 'addMilliseconds(started, event_offset)';
  return `SELECT who, ${reachedIn('arrayMap(event -> event.4, arraySort(groupArray(event)))')} AS reached
    FROM (
      SELECT if(empty(event_visitors), visitor, event_visitors[event_index]) AS who,
        (${time}, pageviews > 0, event_index, mask) AS event
      FROM (${visits}) ARRAY JOIN masks AS mask, event_offsets AS event_offset, arrayEnumerate(masks) AS event_index
      WHERE mask > 0 AND ${time} >= ${instant(range.since)} AND ${time} < ${instant(range.until)})
    GROUP BY who`;
}

/** SQL: how many steps were completed in order. */
function reachedIn(masks: string): string {
  return `arrayFold((reached, mask) -> toUInt8(reached + bitTest(mask, reached)), ${masks}, toUInt8(0))`;
}
