/** The groups of reports that the last minutes add, counted from their rows. Source: contract section 6. */
import { bucketOf, dayOf } from '../../core/date-range.ts';
import type { Timed } from '../answers/recent-rows.ts';
import type { ReportStore } from '../answers/report-store.ts';
import { dayMs } from '../engine/row-spans.ts';
import { gapMs } from '../visits/parts.ts';
import type { RecentPageview } from '../visits/recent-pageviews.ts';
import { type RecentVisit, recentVisits } from '../visits/recent-visits.ts';
import type { RecentRequest } from './recent-requests.ts';
import type { Report, ReportRequest } from './report.ts';
import type { Groups, Row } from './sql.ts';
import { lastDayOf, lastsOver, type PartOfToday } from './visit-rows.ts';

/** Pageviews by the dimension of a report. */
export function recentPageviewRows(
  report: Report,
  request: ReportRequest,
  pageviews: readonly RecentPageview[],
): readonly Row[] {
  const tally = new Tally();
  for (const { ms, path } of inRange(pageviews, request))
    tally.add(report.dimension === 'path' ? path : bucketKey(report, request, ms), 1);
  return tally.rows;
}

/** What a report measures of requests, by its dimension. */
export function recentRequestRows(
  report: Report,
  request: ReportRequest,
  requests: readonly RecentRequest[],
): readonly Row[] {
  const tally = new Tally();
  for (const recent of inRange(requests, request)) {
    if (!takesPart(report, recent)) continue;
    const key = requestKey(report, request, recent);
    if (report.measure === 'response_time') tally.add(key, recent.duration_us, 1);
    else tally.add(key, report.measure === 'bytes' ? recent.bytes : 1);
  }
  return tally.rows;
}

/** Of bots and hosting networks only those that are known. */
function takesPart({ dimension }: Report, recent: RecentRequest): boolean {
  return (dimension !== 'bot' && dimension !== 'datacenter') || recent[dimension] !== '';
}

function requestKey(report: Report, request: ReportRequest, recent: RecentRequest): Row['key'] {
  const { dimension } = report;
  if (dimension === 'response_time_bucket') return recent.bucket;
  const isColumn =
    dimension === 'path' || dimension === 'status' || dimension === 'bot' || dimension === 'datacenter';
  return isColumn ? recent[dimension] : bucketKey(report, request, recent.ms);
}

/**
 * What the pageviews since an instant add to what visits were at that instant, of those that begin in the range; see
 * visitRowsOfToday for `goesOn`. Undefined when they are too many.
 */
export async function recentVisitGroups(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  { instant, goesOn }: Omit<PartOfToday, 'kind'>,
): Promise<Groups | undefined> {
  const found = await recentVisits(store, request.domainUuid, instant);
  if (found === undefined) return undefined;
  const visits = found.visits.filter(({ started }) => started < endOf(request));
  const tally = new Tally();
  const needed = lastsOver(report);
  if (needed === 'end') {
    for (const visit of visits) if (goesOn || !visit.atMidnight) addEnd(tally, report, request, visit);
  } else if (needed === 'second pageview') {
    for (const { started, pageviews } of visits)
      if (started >= instant - gapMs)
        tally.add(bucketKey(report, request, started), pageviews === 1 ? 1 : 0, 1);
  } else {
    const isMean = report.measure === 'pageviews_per_visit';
    for (const { entry } of visits) {
      if (entry === undefined) continue;
      const key = entryKey(report, request, entry);
      if (isMean) tally.add(key, 0, 1);
      else if (key !== undefined) tally.add(key, 1);
    }
    if (isMean)
      for (const { ms } of inRange(found.pageviews, request)) tally.add(bucketKey(report, request, ms), 1);
  }
  return { rows: tally.rows, to: lastDayOf(report, request) };
}

function addEnd(tally: Tally, report: Report, request: ReportRequest, visit: RecentVisit): void {
  const { started, ended, exitPath, atMidnight } = visit;
  if (report.measure === 'visit_duration') {
    tally.add(
      bucketKey(report, request, started),
      ended - (atMidnight?.ended ?? started),
      atMidnight ? 0 : 1,
    );
    return;
  }
  tally.add(exitPath, 1);
  if (atMidnight) tally.add(atMidnight.path, -1);
}

/** Undefined when the visit takes no part. */
function entryKey(report: Report, request: ReportRequest, entry: RecentPageview): Row['key'] {
  const { dimension } = report;
  if (dimension === 'source') return entry.source;
  if (dimension === 'entry_path') return entry.path;
  if (dimension === 'utm_param') return entry[request.utmParam] || undefined;
  return bucketKey(report, request, entry.ms) ?? 0;
}

/** The first day of the bucket of an instant, for a series. */
function bucketKey({ dimension }: Report, { frequency }: ReportRequest, ms: number): number | undefined {
  return dimension === 'date' ? bucketOf(dayOf(ms), frequency) : undefined;
}

function inRange<Recent extends Timed>(rows: readonly Recent[], request: ReportRequest): readonly Recent[] {
  return rows.filter(({ ms }) => ms < endOf(request));
}

function endOf({ range }: ReportRequest): number {
  return (range.to + 1) * dayMs;
}

class Tally {
  readonly #groups = new Map<Row['key'], { total: number; units: number }>();

  add(key: Row['key'], total: number, units = 0): void {
    const group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, { total, units });
      return;
    }
    group.total += total;
    group.units += units;
  }

  get rows(): readonly Row[] {
    return [...this.#groups].map(([key, { total, units }]) =>
      key === undefined ? { total, units } : { key, total, units },
    );
  }
}
