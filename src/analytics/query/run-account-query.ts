/** Runs queries over all domains of an account. Source: docs/reference/query.md ("Queries over an account"). */
import { ofDomain, rowsIn } from '../engine/row-spans.ts';
import { isEvent } from '../engine/schema/events.ts';
import { underivedDays } from '../visits/derived-days.ts';
import { daysOfMany } from '../visits/final-days.ts';
import {
  KnownDays,
  type SelectedColumn,
  type Span,
  type VisitSource,
  visitSource,
} from '../visits/visit-source.ts';
import { type DomainDimension, isDomainDimension } from './domain-dimensions.ts';
import type { DomainSet } from './domain-set.ts';
import { filterSql } from './filter-sql.ts';
import type { Filter, RequestQuery, VisitorQuery } from './query.ts';
import { noField } from './query-columns.ts';
import { type QueryAnswer, refuseBadPatterns } from './result-rows.ts';
import { runRequestQuery, runVisitorQuery, type Visits } from './run-query.ts';

/** Statements over all domains name none. */
const all = '';

/** Over the custom domains of an account. Rejects with what the store rejects with; errors: `query_invalid`. */
export async function runAccountVisitorQuery(
  domains: DomainSet,
  asked: VisitorQuery,
  ofBusy: number = eventsOfBusy,
): Promise<QueryAnswer> {
  const { covered, query } = await covering(domains, asked);
  return runVisitorQuery(covered.store, all, query, () => visitsOfAll(covered, query.range, ofBusy));
}

/** As {@link runAccountVisitorQuery}; of everything that requests are recorded under. */
export async function runAccountRequestQuery(domains: DomainSet, asked: RequestQuery): Promise<QueryAnswer> {
  const { covered, query } = await covering(domains, asked);
  return runRequestQuery(covered.store, all, query);
}

/** The domains that pass the top-level filters that are about domains only, and the query without these. */
async function covering<Asked extends { readonly filters: readonly Filter<string>[] }>(
  domains: DomainSet,
  asked: Asked & Parameters<typeof refuseBadPatterns>[1],
): Promise<{ covered: DomainSet; query: Asked }> {
  const about = asked.filters.filter(isAboutDomains);
  if (about.length === 0) return { covered: domains, query: asked };
  await refuseBadPatterns(domains.store, asked);
  const rows = await domains.store.query<{ uuid: string }>(
    `SELECT toString(domain) AS uuid FROM (SELECT arrayJoin(${domains.name}) AS domain) WHERE ${filterSql(about, noField)}`,
    {},
  );
  return {
    covered: domains.only(new Set(rows.map(({ uuid }) => uuid))),
    query: { ...asked, filters: asked.filters.filter((filter) => !isAboutDomains(filter)) },
  };
}

function isAboutDomains(filter: Filter<string>): filter is Filter<DomainDimension> {
  if (filter.kind === 'goals' || filter.kind === 'has_done') return false;
  if (filter.kind === 'test') return isDomainDimension(filter.dimension);
  return 'filters' in filter ? filter.filters.every(isAboutDomains) : isAboutDomains(filter.filter);
}

/** How many events in a query's range a domain has that is asked alone; these are few: their days are derived as they go on. */
const eventsOfBusy = 100_000;
const maxBusy = 20;

/** Some of the domains, whose visits are found together. */
type Part = { readonly days: KnownDays; readonly bind: (sql: string) => string };

/** Stored visits where they are, of most domains' days that are over; others are made from the events. */
function visitsOfAll(domains: DomainSet, range: Span, ofBusy: number): Visits {
  let parts: Promise<Part[]> | undefined;
  return {
    days: new KnownDays(domains.store, all, underivedDays),
    source: async (span, which): Promise<VisitSource> => {
      parts ??= partsOf(domains, range, ofBusy);
      const found = await Promise.all(
        (await parts).map(async ({ days, bind }) => ({ source: await visitSource(days, span, which), bind })),
      );
      const selects = (kind: 'stored' | 'live') => (columns: readonly SelectedColumn[]) =>
        found.flatMap(({ source, bind }) => source[kind](columns).map(bind));
      return { stored: selects('stored'), live: selects('live') };
    },
  };
}

async function partsOf(domains: DomainSet, range: Span, ofBusy: number): Promise<Part[]> {
  const busy = await domains.store.query<{ uuid: string }>(
    `SELECT toString(domain) AS uuid FROM events WHERE ${rowsIn(range.since, range.until)} AND ${isEvent}
    GROUP BY domain HAVING count() >= ${ofBusy} ORDER BY count() DESC, domain LIMIT ${maxBusy}`,
    {},
  );
  const uuids = new Set(busy.map(({ uuid }) => uuid));
  const others = domains.without(uuids);
  const { lacking, read } = await daysOfMany(others.store, range);
  return [
    together(others.without(lacking), read),
    ...(lacking.size === 0 ? [] : [together(others.only(lacking), underivedDays)]),
    ...[...uuids].map((uuid) => ({
      days: new KnownDays(domains.engine, uuid),
      bind: (sql: string) => sql.replaceAll(ofDomain, `domain = '${uuid}'`),
    })),
  ];
}

function together(set: DomainSet, days: typeof underivedDays): Part {
  return { days: new KnownDays(set.store, all, days), bind: (sql) => set.bind(sql) };
}
