/** Runs queries. */
import type { ReportStore } from '../engine/report-store.ts';
import { KnownDays, visitSource } from '../visits/visit-source.ts';
import { knownRange } from './known-range.ts';
import type { RequestQuery, VisitorQuery } from './query.ts';
import { requestRowCount, requestStatement, whoseRows } from './request-statement.ts';
import { answerOf, type QueryAnswer, refuseBadPatterns, refuseManyLabels } from './result-rows.ts';
import { neededVisits, planVisitorQuery, type VisitorPlan } from './visitor-plan.ts';
import { type VisitSources, visitorRowCount, visitorStatement } from './visitor-statement.ts';

/** A row as the engine returns it: `d0`, `d1`, … `m0`, `m1`, …, and `sum`. Wide integers may be strings. */
export type RawRow = Readonly<Record<string, string | number>>;

/** `domain` is a UUID as text. Rejects with what the store rejects with; errors: `query_invalid`. */
export async function runVisitorQuery(
  store: ReportStore,
  domain: string,
  asked: VisitorQuery,
): Promise<QueryAnswer> {
  await refuseBadPatterns(store, asked);
  const query = { ...asked, range: await knownRange(store, domain, asked.range, 'events') };
  refuseManyLabels(query);
  return answerOf(store, domain, query, await visitorStatements(store, domain, query));
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
  return answerOf(store, domain, query, { rows: requestStatement(query), rowCount: requestRowCount(query) });
}

/** The rows alone, for reports. Rejects with what the store rejects with. */
export async function visitorQueryRows(
  store: ReportStore,
  domain: string,
  query: VisitorQuery,
): Promise<RawRow[]> {
  const { rows } = await visitorStatements(store, domain, query);
  return store.query<RawRow>(rows, { domain });
}

/** As {@link visitorQueryRows}. */
export function requestQueryRows(store: ReportStore, domain: string, query: RequestQuery): Promise<RawRow[]> {
  return store.query<RawRow>(requestStatement(query), { domain });
}

async function visitorStatements(
  store: ReportStore,
  domain: string,
  query: VisitorQuery,
): Promise<{ readonly rows: string; readonly rowCount: string }> {
  const plan = planVisitorQuery(query);
  const sources = await visitSources(new KnownDays(store, domain), query, plan);
  return { rows: visitorStatement(query, plan, sources), rowCount: visitorRowCount(query, plan, sources) };
}

async function visitSources(
  days: KnownDays,
  { range }: VisitorQuery,
  plan: VisitorPlan,
): Promise<VisitSources> {
  const needed = neededVisits(plan);
  return {
    start: needed.start ? await visitSource(days, range, 'start') : undefined,
    overlap: needed.overlap ? await visitSource(days, range, 'overlap') : undefined,
  };
}
