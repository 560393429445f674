/** How often assistants crawl a site for each visit that they send. Source: docs/reference/bots.md ("Assistants"). */
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { assistants, assistantsByCrawler } from '../lookup/assistants.ts';
import type { FilterTest, RequestQuery, VisitorQuery } from '../query/query.ts';
import { type RawRow, requestQueryRows, visitorQueryRows } from '../query/run-query.ts';
import type { ReportRequest } from './report.ts';

export type AssistantRow = {
  readonly name: string;
  /** Requests of its crawlers, whatever was answered. */
  readonly crawls: number;
  /** Visits whose source it is. */
  readonly visits: number;
  /** Two decimals; null without visits. */
  readonly crawls_per_visit: number | null;
};

const names = assistants.map(({ name }) => name);
/** More than either query has. */
const maxGroups = 1_000;

/** Those that crawled or sent a visit: by crawls, highest first, then by visits and name. */
export async function assistantRows(
  store: ReportStore,
  { domainUuid, range: { from, to } }: ReportRequest,
): Promise<AssistantRow[]> {
  const asked = {
    range: { since: from * dayMs, until: (to + 1) * dayMs, zone: 'UTC' },
    orderBy: [],
    limit: maxGroups,
    offset: 0,
    include: { timeLabels: false, totalRows: false },
  };
  const ofCrawlers: RequestQuery = {
    ...asked,
    metrics: ['requests'],
    dimensions: ['raw:crawler'],
    filters: [isOneOf('raw:crawler', [...assistantsByCrawler.keys()])],
  };
  const fromAssistants: VisitorQuery = {
    ...asked,
    metrics: ['visits'],
    dimensions: ['visit:source'],
    filters: [isOneOf('visit:source', names)],
    goals: [],
  };
  const crawls = sums(await requestQueryRows(store, domainUuid, ofCrawlers), (crawler) =>
    assistantsByCrawler.get(crawler),
  );
  const visits = sums(await visitorQueryRows(store, domainUuid, fromAssistants), (source) => source);
  return names
    .map((name) => rowOf(name, crawls.get(name) ?? 0, visits.get(name) ?? 0))
    .filter((row) => row.crawls > 0 || row.visits > 0)
    .toSorted((a, b) => b.crawls - a.crawls || b.visits - a.visits || (a.name < b.name ? -1 : 1));
}

function isOneOf<Dimension extends string>(
  dimension: Dimension,
  values: readonly string[],
): FilterTest<Dimension> {
  return { kind: 'test', operator: 'is', dimension, values, place: '' };
}

/** Of the rows' metric, by what `nameOf` makes of their dimension. */
function sums(
  rows: readonly RawRow[],
  nameOf: (label: string) => string | undefined,
): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const { d0, m0 } of rows) {
    const name = nameOf(String(d0));
    if (name !== undefined) all.set(name, (all.get(name) ?? 0) + Number(m0));
  }
  return all;
}

function rowOf(name: string, crawls: number, visits: number): AssistantRow {
  const ratio = visits === 0 ? null : Math.round((crawls * 100) / visits) / 100;
  return { name, crawls, visits, crawls_per_visit: ratio };
}
