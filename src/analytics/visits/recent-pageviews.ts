/** The pageviews of the last minutes, as rows. Source: contract section 6. */
import { type RecentTable, recentRows } from '../answers/recent-rows.ts';
import type { ReportStore } from '../answers/report-store.ts';
import { type VisitorKey, visitorKeyOf, visitorKeys } from '../engine/schema/visitor-days.ts';
import type { PageviewRow } from '../pageview-row.ts';

type Text =
  | 'path'
  | 'source'
  | 'utm_source'
  | 'utm_medium'
  | 'utm_campaign'
  | 'utm_term'
  | 'utm_content'
  | VisitorKey;

export type RecentPageview = {
  /** Milliseconds since the Unix epoch. */
  readonly ms: number;
  /** Orders pageviews of one millisecond; only the engine works it out. */
  readonly tie?: number;
  /** 64-bit numbers are decimal text. */
  readonly visitor: string;
  readonly previous_visitor: string;
} & Readonly<Record<Text, string>>;

const table: RecentTable<RecentPageview> = {
  name: 'pageviews',
  fields: {
    ms: 'toUnixTimestamp64Milli(time)',
    tie: 'tie',
    visitor: 'toString(visitor)',
    previous_visitor: 'toString(previous_visitor)',
    path: 'path',
    source: 'source',
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
    utm_term: 'utm_term',
    utm_content: 'utm_content',
    ...visitorKeys,
  },
  of: (added) => (added.kind === 'pageviews' ? added.rows.map((row) => recentOf(row)) : []),
  sort: (rows) => {
    const sorted = rows.toSorted((a, b) => a.ms - b.ms || (a.tie ?? 0) - (b.tie ?? 0));
    return sorted.some((row, index) => mayPrecede(sorted[index + 1], row)) ? undefined : sorted;
  },
};

/** The pageviews since an instant, in the order of time; see recentRows. */
export function recentPageviews(
  store: ReportStore,
  domain: string,
  since: number,
): Promise<readonly RecentPageview[] | undefined> {
  return recentRows(store, table, domain, since);
}

/** Whether it is not known which of two pageviews comes first. */
function mayPrecede(next: RecentPageview | undefined, { ms, tie }: RecentPageview): boolean {
  return next?.ms === ms && (tie === undefined || next.tie === undefined);
}

function recentOf(row: PageviewRow): RecentPageview {
  const key = (name: VisitorKey): string => visitorKeyOf[name](row).toWellFormed();
  return {
    ms: Math.floor(row.time),
    visitor: row.visitor,
    previous_visitor: row.previous_visitor,
    path: row.path.toWellFormed(),
    source: row.source.toWellFormed(),
    utm_source: row.utm_source.toWellFormed(),
    utm_medium: row.utm_medium.toWellFormed(),
    utm_campaign: row.utm_campaign.toWellFormed(),
    utm_term: row.utm_term.toWellFormed(),
    utm_content: row.utm_content.toWellFormed(),
    browser: key('browser'),
    operating_system: key('operating_system'),
    screen: key('screen'),
    country: key('country'),
    region: key('region'),
    city: key('city'),
  };
}
