/**
 * Writes the statements of journeys: one for each step, which counts the pages below those that were listed of the step before. So
 * the engine never holds or sorts more than the paths below these, however many others there are.
 */
import { pageviewName } from '../visits/visit-rule.ts';
import type { SelectedColumn, VisitSource } from '../visits/visit-source.ts';
import { type EventField, fieldOf, overEvents } from './event-fields.ts';
import { fieldsIn, somePasses } from './filter-sql.ts';
import { completes } from './goals.ts';
import type { Journey } from './journey.ts';
import { listsOf, visitColumnsIn } from './query-columns.ts';
import { maxRows } from './read-query.ts';

/**
 * SQL: columns `p0`, `p1`, … of a step's path, of which the last is '' where the visit ended; its `visits`; and `hash` of the path
 * as text. Of each parent the first pages by visits, and the end; one row more than there may be shows that there are too many. `parents` are the hashes of the paths that may go before;
 * with other paths of the same hashes, which are to be left out. Of no step: the `visits` that have the anchor. Needs the
 * parameter `domain`.
 */
export function journeyStatement(
  { anchor, direction, filters, limit }: Journey,
  source: VisitSource,
  depth: number,
  parents: readonly string[],
): string {
  const fields = new Set<EventField>(['name', 'path', ...filters.flatMap(fieldsIn)]);
  const columns = [...new Set<SelectedColumn>(['pageviews', ...listsOf(fields), ...visitColumnsIn(filters)])];
  const first = overEvents(
    'arrayFirstIndex',
    'one',
    ['name', 'path'],
    completes(anchor.target, fieldOf('one')),
  );
  const slice = (list: string): string =>
    direction === 'after' ? `arraySlice(${list}, at + 1)` : `arraySlice(${list}, 1, at - 1)`;
  const views = `arrayFilter((path, name) -> name = '${pageviewName}', ${slice('event_paths')}, ${slice('event_names')})`;
  const onward = direction === 'after' ? views : `arrayReverse(${views})`;
  const pages = `arraySlice(arrayCompact(arrayPushFront(${onward}, event_paths[at])), 2, ${depth})`;
  const visits = [...source.stored(columns), ...source.live(columns)].map(
    (select) => `SELECT ${depth === 0 ? '1' : `${pages} AS pages`}
      FROM (SELECT *, ${first} AS at FROM (${select}) WHERE pageviews > 0 AND ${somePasses(filters)}) WHERE at > 0`,
  );
  const keys = Array.from({ length: depth }, (_, index) => `p${index}`);
  const before = keys.slice(0, -1);
  if (visits.length === 0) return 'SELECT 0 AS visits WHERE 0';
  const all = visits.join('\nUNION ALL\n');
  if (depth === 0) return `SELECT count() AS visits FROM (${all})`;
  const last = keys.at(-1) ?? '';
  const isBelow = before.length === 0 ? '1' : `${hashOf(before)} IN (${parents.join(', ')})`;
  const paths = `SELECT ${keys.map((key, index) => `pages[${index + 1}] AS ${key}`).join(', ')} FROM (${all})`;
  return `SELECT ${[...keys, 'count() AS visits', `toString(${hashOf(keys)}) AS hash`].join(', ')}
    FROM (${paths}) WHERE ${isBelow} GROUP BY ${keys.join(', ')}
    ORDER BY visits DESC, ${keys.join(', ')} LIMIT ${limit} BY ${[...before, `${last} = ''`].join(', ')}
    LIMIT ${maxRows + 1}`;
}

function hashOf(path: readonly string[]): string {
  return `sipHash64(${path.join(', ')})`;
}
