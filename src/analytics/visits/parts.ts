/**
 * SQL that finds the parts of visits in pageviews, and the visits that go over midnight in parts. Reports and derivation
 * use the same. Source: docs/reference/web-analytics.md ("A visit").
 */
import type { Person } from './persons.ts';

/** A longer gap between two pageviews begins another visit. */
export const gapMs = 1_800_000;

/** What a visit has of its first pageview. */
export const entryColumns = [
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;

/** Order the pageviews of a visitor; the last one decides only where it is not known which arrived first. */
const orderColumns = ['time', 'arrival', 'tie'] as const;
const inOrder = orderColumns.join(', ');

/** SQL: milliseconds from midnight before the day to a time of it. */
const sinceMidnight = (time: string): string => `(toUnixTimestamp64Milli(${time}) - toInt64(day) * 86400000)`;
export const beginsEarly = (time: string): string => `${sinceMidnight(time)} < ${gapMs}`;
export const endsLate = (time: string): string => `${sinceMidnight(time)} >= ${86_400_000 - gapMs}`;

/**
 * The pageviews that `where` lets through, each with: `starts` and `ends`, whether it is the first and the last one of
 * its part; `head` and `tail`, whether the part could go on with a visit of the day before, or the day after with it;
 * `part`, which of its visitor's day it belongs to. `where` has to let through all pageviews of a visitor's day or none.
 */
function marked(columns: readonly string[], where: string): string {
  const by = `PARTITION BY day, visitor ORDER BY ${inOrder}`;
  return `SELECT *, sum(starts) OVER (${by} ROWS UNBOUNDED PRECEDING) AS part
    FROM (SELECT *, starts AND ${beginsEarly('time')} AS head, ends AND ${endsLate('time')} AS tail
      FROM (SELECT ${['day', 'visitor', ...orderColumns, ...columns].join(', ')}, ${bounds(by)}
        FROM events WHERE ${where}))`;
}

function bounds(by: string): string {
  const frame = `OVER (${by} ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)`;
  return `toUnixTimestamp64Milli(time) AS ms,
      ms - lagInFrame(ms, 1, toInt64(-${gapMs} - 1)) ${frame} > ${gapMs} AS starts,
      leadInFrame(ms, 1, toInt64(${Number.MAX_SAFE_INTEGER})) ${frame} AS next_ms, next_ms - ms > ${gapMs} AS ends`;
}

/** SQL: who a pageview is of, over changes of the salt. */
export function personOf(persons: readonly Person[]): string {
  return persons.length === 0
    ? 'visitor'
    : `transform(visitor, ${numbers(persons.map(({ visitor }) => visitor))}, ${numbers(persons.map(({ first }) => first))}, visitor)`;
}

/** One literal, however many there are: the engine takes at most 50,000 elements in a statement. */
const numbers = (texts: readonly string[]): string => `[${texts.join(',')}]::Array(UInt64)`;

/**
 * The pageviews that `where` lets through as they follow each other over midnights and changes of the salt, each with
 * `starts` and `ends`, whether it is the first and the last one of its visit.
 */
export function following(columns: readonly string[], where: string, persons: readonly Person[]): string {
  return `SELECT *, ${bounds(`PARTITION BY person ORDER BY ${inOrder}`)}
    FROM (SELECT ${['day', ...orderColumns, ...columns].join(', ')}, ${personOf(persons)} AS person FROM events WHERE ${where})`;
}

/** SQL: over the pageviews of a person until one of them. */
export const soFar: string = `OVER (PARTITION BY person ORDER BY ${inOrder} ROWS UNBOUNDED PRECEDING)`;

/**
 * The last pageviews of visits, of the same pageviews, with `started`, `ended` and `first_day` of their visits. Nothing is
 * held for each visit.
 */
export function endsOfVisits(columns: readonly string[], where: string, persons: readonly Person[]): string {
  return `SELECT *, time AS ended, toDate(started, 'UTC') AS first_day
    FROM (SELECT *, fromUnixTimestamp64Milli(maxIf(ms, starts) ${soFar}, 'UTC') AS started FROM (${following(columns, where, persons)}))
    WHERE ends`;
}

/**
 * Whole visits, of the same pageviews: `person`, `started`, `ended`, `pageviews`, `exit_path`, and `first_day`; and what
 * they were at a midnight, in milliseconds: `ended_at_midnight` and `path_at_midnight`.
 */
export function visitsOfPageviews(where: string, persons: readonly Person[], midnight: number): string {
  const last = `ms < ${midnight} AND next_ms >= ${midnight}`;
  return `SELECT person, min(day) AS first_day, min(time) AS started, max(time) AS ended, count() AS pageviews,
      anyIf(path, ends) AS exit_path, anyIf(time, ${last}) AS ended_at_midnight, anyIf(path, ${last}) AS path_at_midnight
    FROM (SELECT *, sum(starts) ${soFar} AS visit
      FROM (${following(['path'], where, persons)}))
    GROUP BY person, visit`;
}

/** The parts of visits in the pageviews that `where` lets through, with the columns of the table `visits`. */
export function partsOfPageviews(where: string): string {
  return `SELECT day, multiIf(max(head) AND max(tail), 3, max(head), 1, max(tail), 2, 0)::UInt8 AS edge, visitor,
      maxIf(previous_visitor, ${beginsEarly('time')}) AS previous_visitor,
      min(time) AS started, max(time) AS ended, count()::UInt32 AS pageviews,
      anyIf(path, starts) AS entry_path, anyIf(path, ends) AS exit_path,
      ${entryColumns.map((name) => `anyIf(${name}, starts) AS ${name}`).join(', ')},
      sum(batch) AS batch_sum
    FROM (${marked(['previous_visitor', 'path', ...entryColumns, 'batch'], where)})
    GROUP BY day, visitor, part`;
}

/** First pageviews of visitors within 30 minutes after a midnight: of the part that could go on with a visit. */
export function earlyPageviews(where: string): string {
  return `SELECT day, visitor, max(previous_visitor) AS previous_visitor, min(time) AS started
    FROM events WHERE ${where} AND ${beginsEarly('time')} GROUP BY day, visitor`;
}

/** Last pageviews of visitors within 30 minutes before a midnight: of the part that could go on after it. */
export function latePageviews(where: string): string {
  return `SELECT day, visitor, max(time) AS ended
    FROM events WHERE ${where} AND ${endsLate('time')} GROUP BY day, visitor`;
}

/** What a link has of the part after midnight, and of the one before. */
const headColumns = [
  'visitor',
  'edge',
  'started',
  'ended',
  'pageviews',
  'entry_path',
  'exit_path',
  ...entryColumns,
];
const tailColumns = ['visitor', 'edge', 'started', 'ended', 'pageviews', 'exit_path'];
export const partColumns: readonly string[] = ['day', 'previous_visitor', ...headColumns];
export const linkColumns: readonly string[] = [
  'day',
  ...headColumns,
  ...tailColumns.map((name) => `tail_${name}`),
];

/** Which of a visitor's hashes a part before midnight may have. */
const candidates = 'if(previous_visitor IN (0, visitor), [visitor], [visitor, previous_visitor])';

/**
 * Pairs of parts of one visit: `tail_…` the columns of the one before midnight, the others of the one after. Both are
 * of the same visitor, or the second one knows the first by its hash under the salt before.
 */
export function linked(tails: string, heads: string): string {
  return `SELECT h.day AS day, ${headColumns.map((name) => `h.${name} AS ${name}`).join(', ')},
      ${tailColumns.map((name) => `t.${name} AS tail_${name}`).join(', ')}
    FROM (
      SELECT *, day - 1 AS day_before, arrayJoin(${candidates}) AS candidate
      FROM (${heads}) WHERE edge IN (1, 3)) AS h
    INNER JOIN (SELECT day, ${tailColumns.join(', ')} FROM (${tails}) WHERE edge IN (2, 3)) AS t
      ON t.day = h.day_before AND t.visitor = h.candidate
    WHERE dateDiff('millisecond', t.ended, h.started) <= ${gapMs}
    LIMIT 1 BY h.day, h.visitor`;
}

/** Day and visitor of both parts of each pair, as {@link linked} finds them, without all that parts have. */
export function linkedVisitors(tails: string, heads: string): string {
  return `SELECT arrayJoin([(h.day, h.visitor), (t.day, t.visitor)]) AS pair
    FROM (
      SELECT day, visitor, started, day - 1 AS day_before, arrayJoin(${candidates}) AS candidate
      FROM (${heads})) AS h
    INNER JOIN (SELECT day, visitor, ended FROM (${tails})) AS t
      ON t.day = h.day_before AND t.visitor = h.candidate
    WHERE dateDiff('millisecond', t.ended, h.started) <= ${gapMs}`;
}
