/** The pageviews of the last minutes, as rows. Source: docs/reference/web-analytics.md. */
import { copyOf } from '../../core/text-copy.ts';
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
  /** Orders pageviews of one millisecond, before `tie`. */
  readonly arrival: number;
  /** Only the engine works it out. */
  readonly tie?: number;
  /** 64-bit numbers are decimal text. */
  readonly visitor: string;
  readonly previous_visitor: string;
} & Readonly<Record<Text, string>>;

const table: RecentTable<RecentPageview> = {
  name: 'pageviews',
  fields: {
    ms: 'toUnixTimestamp64Milli(time)',
    arrival: 'arrival',
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
  fromAdded: (added, since) =>
    added.kind === 'pageviews' ? added.rows.filter(({ time }) => time >= since).map(recentOf) : [],
  inOrder: (rows) => {
    const sorted = rows.toSorted(
      (a, b) => a.ms - b.ms || a.arrival - b.arrival || (a.tie ?? 0) - (b.tie ?? 0),
    );
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
function mayPrecede(next: RecentPageview | undefined, { ms, arrival, tie }: RecentPageview): boolean {
  return next?.ms === ms && next.arrival === arrival && (tie === undefined || next.tie === undefined);
}

/** Texts are copied: those of rows on their way keep a piece of the spool alive. */
function recentOf(row: PageviewRow): RecentPageview {
  const key = (name: VisitorKey): string => copyOf(visitorKeyOf[name](row));
  return {
    ms: row.time,
    arrival: row.arrival,
    visitor: copyOf(row.visitor),
    previous_visitor: copyOf(row.previous_visitor),
    path: copyOf(row.path),
    source: copyOf(row.source),
    utm_source: copyOf(row.utm_source),
    utm_medium: copyOf(row.utm_medium),
    utm_campaign: copyOf(row.utm_campaign),
    utm_term: copyOf(row.utm_term),
    utm_content: copyOf(row.utm_content),
    browser: key('browser'),
    operating_system: key('operating_system'),
    screen: key('screen'),
    country: key('country'),
    region: key('region'),
    city: key('city'),
  };
}
