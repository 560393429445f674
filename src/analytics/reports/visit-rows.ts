/** The groups of reports that count visits. Source: spec section 4.2, contract section 6 (Visit). */
import { isDeepStrictEqual } from 'node:util';
import { type DateRange, dayOf } from '../../core/date-range.ts';
import type { ReportStore } from '../answers/report-store.ts';
import { dayMs, lastDay } from '../engine/row-spans.ts';
import { type DayState, mayFill, visitDays } from '../visits/day-states.ts';
import { entryColumns, gapMs } from '../visits/parts.ts';
import { type Person, personsOf, saltChanges } from '../visits/persons.ts';
import { ReadVisits, VisitsAfterMidnight } from '../visits/read-visits.ts';
import type { VisitKey, VisitLegs } from '../visits/visit-legs.ts';
import { VisitSql } from '../visits/visit-sql.ts';
import { bucketKeys } from './dimensions.ts';
import type { Report, ReportRequest } from './report.ts';
import {
  dimensionOf,
  type Groups,
  type Row,
  type RowSpan,
  type Statement,
  statementOf,
  sumOf,
} from './sql.ts';

/** Of a report that is asked while rows come that it is made of. */
const maxTries = 3;

export async function visitRows(store: ReportStore, report: Report, request: ReportRequest): Promise<Groups> {
  for (let tries = 0; lastsOver(report) === 'end' && tries < maxTries; tries++) {
    const ends = await endsToToday(store, report, request);
    if (ends === undefined) break;
    if (ends !== 'changed') return ends;
  }
  const { visits, to } = await visitsOf(store, report, request);
  const rows = await rowsOf(store, report, request, legsOf(visits, report, request));
  return { rows: await withPageviews(store, report, request, rows), to };
}

/** How much of a visit matters. */
export function lastsOver({ measure, dimension }: Report): 'beginning' | 'second pageview' | 'end' {
  if (measure === 'visit_duration' || dimension === 'exit_path') return 'end';
  return measure === 'bounce_rate' ? 'second pageview' : 'beginning';
}

/** As if nobody had been there after the range. */
export async function visitRowsAtTheEnd(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
): Promise<Groups> {
  const { domainUuid, range, nowMs } = request;
  const days = await visitDays(store, domainUuid, range.from - 1, range.to, dayOf(nowMs));
  const legs = legsOf(await visitsAtTheEnd(store, request, days), report, request);
  return { rows: await rowsOf(store, report, request, legs), to: range.to };
}

async function visitsAtTheEnd(
  store: ReportStore,
  { range, domainUuid }: ReportRequest,
  days: readonly DayState[],
): Promise<VisitSql> {
  const visits = new VisitSql(days, range);
  if (visits.personDays) visits.setPersons(await personsOn(store, domainUuid, visits.personDays));
  return visits;
}

/**
 * For how visits end, of a range that today is in, with one statement: what they were at midnight, and what today adds.
 * Undefined when they have to be read over midnight, `changed` when a pageview came meanwhile that changes what was.
 */
async function endsToToday(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
): Promise<Groups | 'changed' | undefined> {
  const { range, domainUuid, nowMs } = request;
  const today = dayOf(nowMs);
  if (range.from >= today || range.to < today) return undefined;
  const madeOf = (): Promise<[DayState[], readonly Person[], boolean]> =>
    Promise.all([
      visitDays(store, domainUuid, range.from - 1, today - 1),
      personsOn(store, domainUuid, { from: today - 1, to: lastDay }),
      mayFill(store, domainUuid, Math.min(lastDay, range.to + 1)),
    ]);
  const known = await madeOf();
  const [days, persons, goesOnAfter] = known;
  if (await mayGoOn(store, domainUuid, days, today - 1)) return undefined;
  const to = goesOnAfter ? lastDay : Math.min(lastDay, range.to + 1);
  const until = { ...request, range: { from: range.from, to: today - 1 } };
  const settled = legsOfEnds(await visitsAtTheEnd(store, until, days), report, request);
  const span = {
    since: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
    begunBefore: (range.to + 1) * dayMs,
    rowsUntil: (to + 1) * dayMs,
    goesOn: true,
  };
  const added = legsOfEnds(new VisitsAfterMidnight(today, span, persons), report, request);
  const legs = { with: settled.with, legs: [...settled.legs, ...added.legs] };
  const rows = await rowsOf(store, report, request, legs);
  // What today takes away has to be what the days before have counted.
  return isDeepStrictEqual(await madeOf(), known) ? { rows, to } : 'changed';
}

/** A part of what the pageviews of today and later say, to the end of a range. */
export type PartOfToday = {
  /** What pageviews before an instant say for good, or all else; in milliseconds since the Unix epoch. */
  readonly kind: 'before' | 'after';
  readonly instant: number;
  /** Whether visits of the days before go on. */
  readonly goesOn: boolean;
};

/**
 * For a range that begins today: groups that, of `before` and of `after` together, are those of all visits that begin in
 * it, or of what it adds to visits. The instant has to be half an hour after midnight, or later.
 */
export async function visitRowsOfToday(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  part: PartOfToday,
): Promise<Groups> {
  const { domainUuid, range } = request;
  const persons = await personsOn(store, domainUuid, { from: range.from - 1, to: lastDay });
  const rows = await rowsOf(store, report, request, legsOfToday(report, request, part, persons));
  const to = lastDayOf(report, request);
  const span = part.kind === 'before' ? { until: part.instant } : { since: part.instant };
  return { rows: await withPageviews(store, report, request, rows, span), to };
}

/** The last day that has a say in visits that begin in a range, however long they are. */
export function lastDayOf(report: Report, { range }: ReportRequest): number {
  return { beginning: range.to, 'second pageview': range.to + 1, end: lastDay }[lastsOver(report)];
}

function legsOfToday(
  report: Report,
  request: ReportRequest,
  { kind, instant, goesOn }: PartOfToday,
  persons: readonly Person[],
): Legs {
  const { from: day, to } = request.range;
  const end = (to + 1) * dayMs;
  const needed = lastsOver(report);
  // What is so near before the instant may go on after it.
  const cut = needed === 'beginning' ? instant : instant - gapMs;
  const rowsUntil = kind === 'before' ? instant : Number.POSITIVE_INFINITY;
  if (needed === 'end') {
    const ended =
      kind === 'before'
        ? { since: Number.NEGATIVE_INFINITY, until: cut }
        : { since: cut, until: Number.POSITIVE_INFINITY };
    const visits = new VisitsAfterMidnight(day, { ...ended, begunBefore: end, rowsUntil, goesOn }, persons);
    return legsOfEnds(visits, report, request);
  }
  const begun = kind === 'before' ? { since: day * dayMs, until: cut } : { since: cut, until: end };
  return legsOf(new ReadVisits({ ...begun, rowsUntil }, persons), report, request);
}

/**
 * Whether a visit that goes on after yesterday may have begun before it, so that it is not known from yesterday alone
 * when. The range begins before today.
 */
export async function mayGoOnFromBefore(
  store: ReportStore,
  { domainUuid, range, nowMs }: ReportRequest,
): Promise<boolean> {
  const yesterday = dayOf(nowMs) - 1;
  // Of all days that are asked for as well.
  return mayGoOn(store, domainUuid, await visitDays(store, domainUuid, range.from - 1, yesterday), yesterday);
}

async function mayGoOn(
  store: ReportStore,
  domain: string,
  days: readonly DayState[],
  yesterday: number,
): Promise<boolean> {
  const state = days.find(({ day }) => day === yesterday);
  if (state === undefined || !state.mayBeFilled) return false;
  return state.derivation !== undefined || mayFill(store, domain, yesterday);
}

/** Visits of the range, and the last day that has a say in what is asked of them. */
async function visitsOf(
  store: ReportStore,
  report: Report,
  { range, domainUuid, nowMs }: ReportRequest,
): Promise<{ readonly visits: VisitSql; readonly to: number }> {
  const openFrom = dayOf(nowMs);
  const of = async (to: number, open = openFrom): Promise<VisitSql> =>
    new VisitSql(await visitDays(store, domainUuid, range.from - 1, to, open), range);
  const found = async (visits: VisitSql, to: number): Promise<{ visits: VisitSql; to: number }> => {
    if (visits.personDays) visits.setPersons(await personsOn(store, domainUuid, visits.personDays));
    return { visits, to };
  };
  // How a visit begins does not depend on what comes after, whether it has a second pageview on half an hour of it.
  const needed = lastsOver(report);
  if (needed === 'beginning') return found(await of(range.to), range.to);
  const visits = await of(range.to + 1);
  if (needed === 'second pageview' || !(await mayReachOn(store, domainUuid, visits)))
    return found(visits, range.to + 1);
  return found(await of(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY), lastDay);
}

/** Whether a visit of the range could go on after the day that follows it. */
async function mayReachOn(store: ReportStore, domain: string, visits: VisitSql): Promise<boolean> {
  const next = visits.dayAfter;
  if (next === undefined || !next.mayBeFilled) return false;
  return next.derivation !== undefined || mayFill(store, domain, next.day);
}

async function personsOn(store: ReportStore, domain: string, days: DateRange): Promise<readonly Person[]> {
  return personsOf(await saltChanges(store, domain, days));
}

/** SELECTs whose rows add up to the groups, and what stands before them. */
type Legs = { readonly with: string; readonly legs: readonly string[] };

function legsOf(visits: VisitLegs, report: Report, request: ReportRequest): Legs {
  if (lastsOver(report) === 'end') return legsOfEnds(visits, report, request);
  const legs =
    report.measure === 'bounce_rate'
      ? visits.bounces(bucketKey(report, request))
      : visits.counts(visitKey(report, request));
  return { with: '', legs };
}

function legsOfEnds(
  visits: Pick<VisitLegs, 'durations' | 'exits'>,
  report: Report,
  request: ReportRequest,
): Legs {
  return report.measure === 'visit_duration' ? visits.durations(bucketKey(report, request)) : visits.exits();
}

function bucketKey({ dimension }: Report, { frequency }: ReportRequest): string | undefined {
  return dimension === 'date' ? bucketKeys[frequency] : undefined;
}

async function rowsOf(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  { with: chains, legs }: Legs,
): Promise<readonly Row[]> {
  if (legs.length === 0) return [];
  const { sql, params } =
    report.measure === 'bounce_rate' || report.measure === 'visit_duration'
      ? sumOfMeans(legs, report, request)
      : sumOf(legs, dimensionOf(report, request), request);
  return store.query<Row>(`${chains}\n${sql}`, params);
}

/** Numerators and denominators of a mean over all visits, or over those that begin in each bucket. */
function sumOfMeans(legs: readonly string[], report: Report, request: ReportRequest): Statement {
  const sums = 'sum(total) AS total, sum(units) AS units';
  const all = `FROM (${legs.join('\nUNION ALL\n')})`;
  return {
    sql:
      bucketKey(report, request) === undefined
        ? `SELECT ${sums} ${all}`
        : `SELECT key, ${sums} ${all} GROUP BY key`,
    params: { domain: request.domainUuid },
  };
}

function visitKey(report: Report, request: ReportRequest): VisitKey {
  const { frequency, utmParam } = request;
  const { condition } = dimensionOf(report, request);
  if (report.dimension === 'all') return { key: '0', entry: '0', columns: [] };
  if (report.dimension === 'date')
    return { key: bucketKeys[frequency], entry: bucketKeys[frequency], columns: [] };
  if (report.dimension === 'entry_path') return { key: 'entry_path', entry: 'path', columns: ['path'] };
  const column = report.dimension === 'utm_param' ? utmParam : 'source';
  return {
    key: column,
    entry: column,
    columns: entryColumns.filter((name) => name === column),
    ...(condition === undefined ? {} : { condition }),
  };
}

/** For pageviews per visit, puts the pageviews of each bucket to its visits. */
async function withPageviews(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  visits: readonly Row[],
  span: RowSpan = {},
): Promise<readonly Row[]> {
  if (report.measure !== 'pageviews_per_visit') return visits;
  const pageviewsReport = { ...report, source: 'pageviews', measure: 'pageviews' } as const;
  const { sql, params } = statementOf(pageviewsReport, request, span);
  const pageviews = await store.query<Row>(sql, params);
  const byBucket = new Map(visits.map(({ key, total }) => [Number(key), total]));
  return pageviews.map(({ key, total }) => ({
    key: Number(key),
    total,
    units: byBucket.get(Number(key)) ?? 0,
  }));
}
