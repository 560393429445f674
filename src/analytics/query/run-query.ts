/** Runs queries. */
import { dayOf } from '../../core/date-range.ts';
import type { ReportName } from '../../core/report-scripts.ts';
import type { ReportStore } from '../engine/report-store.ts';
import type { Person } from '../visits/persons.ts';
import { gapMs } from '../visits/visit-rule.ts';
import { KnownDays, type Span, type VisitSource, visitSource, type Which } from '../visits/visit-source.ts';
import { dayVisitors } from './day-visitors.ts';
import { knownRange } from './known-range.ts';
import type { RequestQuery, VisitorQuery } from './query.ts';
import { readReporters } from './report-part.ts';
import { requestGroups, requestStatement, whoseRows } from './request-statement.ts';
import {
  answerOf,
  lackingGroups,
  type QueryAnswer,
  refuseBadPatterns,
  refuseManyLabels,
  type Statements,
} from './result-rows.ts';
import { isTimeDimension } from './time-range.ts';
import { neededVisits, plansIn, planVisitorQuery, type VisitorPlan } from './visitor-plan.ts';
import { type VisitSources, visitorGroups, visitorStatement } from './visitor-statement.ts';

/** A row as the engine returns it: `d0`, `d1`, … `m0`, `m1`, …, and `sum`. Wide integers may be strings. */
export type RawRow = Readonly<Record<string, string | number>>;

/** Where the visits are that a query is about. */
export type Visits = {
  readonly days: KnownDays;
  readonly source: (span: Span, which: Which) => Promise<VisitSource>;
};

function visitsOf(store: ReportStore, domain: string): Visits {
  const days = new KnownDays(store, domain);
  return { days, source: (span, which) => visitSource(days, span, which) };
}

/** `domain` is a UUID as text. Rejects with what the store rejects with; errors: `query_invalid`. */
export async function runVisitorQuery(
  store: ReportStore,
  domain: string,
  asked: VisitorQuery,
  findVisits: () => Visits = () => visitsOf(store, domain),
): Promise<QueryAnswer> {
  await refuseBadPatterns(store, asked);
  const query = { ...asked, range: await knownRange(store, domain, asked.range, 'events') };
  refuseManyLabels(query);
  return answerOf(store, domain, query, await visitorStatements(findVisits, query));
}

/** As {@link runVisitorQuery}; of clicks, `domain` is the redirect's uuid; of a host, it means nothing. */
export async function runRequestQuery(
  store: ReportStore,
  domain: string,
  asked: RequestQuery,
): Promise<QueryAnswer> {
  await refuseBadPatterns(store, asked);
  const query = {
    ...asked,
    range: await knownRange(store, domain, asked.range, 'requests', whoseRows(asked.over)),
  };
  refuseManyLabels(query);
  return answerOf(store, domain, query, await requestStatements(store, domain, query));
}

/** The rows alone, for reports. Rejects with what the store rejects with. */
export async function visitorQueryRows(
  store: ReportStore,
  domain: string,
  query: VisitorQuery,
): Promise<RawRow[]> {
  const { rows } = await visitorStatements(() => visitsOf(store, domain), query);
  return store.query<RawRow>(rows, { domain });
}

/** As {@link visitorQueryRows}. */
export async function requestQueryRows(
  store: ReportStore,
  domain: string,
  query: RequestQuery,
): Promise<RawRow[]> {
  return store.query<RawRow>(await requestStatement(store, domain, query), { domain });
}

async function visitorStatements(findVisits: () => Visits, query: VisitorQuery): Promise<Statements> {
  const plan = planVisitorQuery(query);
  const sources = await visitSources(findVisits(), query, plan);
  const statements = {
    rows: visitorStatement(query, plan, sources),
    groups: visitorGroups(query, plan, sources),
  };
  const { except, ...others } = query;
  if (except === undefined) return statements;
  const { groups } = await visitorStatements(findVisits, { ...others, range: except });
  return lackingGroups(query, statements, groups);
}

async function requestStatements(
  store: ReportStore,
  domain: string,
  query: RequestQuery,
): Promise<Statements> {
  const statements = {
    rows: await requestStatement(store, domain, query),
    groups: requestGroups(query),
  };
  const { except, ...others } = query;
  return except === undefined
    ? statements
    : lackingGroups(query, statements, requestGroups({ ...others, range: except }));
}

async function visitSources(
  { days, source }: Visits,
  query: VisitorQuery,
  plan: VisitorPlan,
): Promise<VisitSources> {
  const needed = neededVisits(plan);
  const { range, dimensions } = query;
  const { since, until } = range;
  const start = () => source(range, 'start');
  const overlap = () => source(range, 'overlap');
  const hasBuckets = dimensions.some(isTimeDimension);
  // Without buckets only the ends of the range are crossed, by the visits of a moment.
  const crossing = async (atMs: number): Promise<VisitSource | undefined> =>
    (await mayBeCrossed(days, atMs)) ? source({ since: atMs, until: atMs }, 'overlap') : undefined;
  const counts = new Map<string, readonly string[]>();
  for (const by of new Set(plansIn(plan).flatMap((one) => one.dayVisitors ?? [])))
    counts.set(JSON.stringify(by), await dayVisitors(days.store, days.domain, query, by));
  const reporters = new Map<ReportName, readonly Person[] | undefined>();
  for (const { name } of plan.reportTotals)
    reporters.set(name, await readReporters(days.store, days.domain, range, name));
  return {
    reporters,
    dayVisitors: counts,
    start: needed.start ? await start() : undefined,
    overlap: needed.overlap ? await overlap() : undefined,
    crossing: {
      events: plan.presence.events && (await (hasBuckets ? overlap() : crossing(since))),
      starts: plan.presence.starts && (await (hasBuckets ? start() : crossing(until))),
    },
  };
}

/** Whether there are events soon enough after a moment that a visit could go on over it. */
async function mayBeCrossed(days: KnownDays, atMs: number): Promise<boolean> {
  return [await days.day(dayOf(atMs)), await days.day(dayOf(atMs + gapMs))].some((day) => day !== undefined);
}
