/**
 * The groups of a report, from memory where that is what asking would answer. Source: contract section 6 (an answer never
 * depends on caches), src/analytics/answers/answer-memory.ts.
 *
 * Pageviews arrive all the time, and nearly all of them belong to today. So a report that adds up over days is asked in
 * two once it was asked before: the settled days, whose groups stay in memory, and the recent ones.
 */
import { bucketOf, type DateRange, dayOf } from '../../core/date-range.ts';
import type { Question } from '../answers/answer-memory.ts';
import { type ReportStore, remembered } from '../visits/report-store.ts';
import { addGroups } from './add-groups.ts';
import type { Report, ReportRequest } from './report.ts';
import { dimensionOf, type Groups, maxGroups, type Row, statementOf } from './sql.ts';
import { lastsOver, visitRows } from './visit-rows.ts';
import { visitorRows } from './visitor-rows.ts';

export function rememberedGroups(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
): Promise<Groups> {
  return remembered<Groups>(store, questionOf(report, request), async (outdated) => {
    const parts = outdated === undefined ? undefined : partsOf(report, request);
    const groups =
      (parts && (await addedUp(store, report, request, parts))) ?? (await askGroups(store, report, request));
    return { value: groups, rows: groups.rows.length, to: groups.to };
  });
}

async function askGroups(store: ReportStore, report: Report, request: ReportRequest): Promise<Groups> {
  if (report.source === 'visits') return visitRows(store, report, request);
  if (report.source === 'visitors') return visitorRows(store, report, request);
  const { sql, params } = statementOf(report, request);
  return { rows: await store.query<Row>(sql, params), to: request.range.to };
}

type Parts = { readonly settled: DateRange; readonly recent: DateRange };

/** Undefined when they cannot be added up: too many groups, or numbers that are not whole any more. */
async function addedUp(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  { settled, recent }: Parts,
): Promise<Groups | undefined> {
  const ask = (range: DateRange): [Report, ReportRequest] => [
    report,
    { ...request, range, limit: Number.POSITIVE_INFINITY },
  ];
  const before = await remembered<Groups | undefined>(store, questionOf(...ask(settled)), async () => {
    const groups = await askGroups(store, ...ask(settled));
    const areTooMany = groups.rows.length > maxGroups;
    return {
      value: areTooMany ? undefined : groups,
      rows: areTooMany ? 0 : groups.rows.length,
      to: groups.to,
    };
  });
  if (before === undefined) return undefined;
  const after = await askGroups(store, ...ask(recent));
  if (after.rows.length > maxGroups) return undefined;
  const rows = addGroups(dimensionOf(report, request), report.shape, request.limit, before.rows, after.rows);
  return rows && { rows, to: Math.max(before.to, after.to) };
}

/** Where a range is cut: what is before does not depend on the days that change all the time. */
function partsOf(report: Report, { range, frequency, nowMs }: ReportRequest): Parts | undefined {
  const today = dayOf(nowMs);
  let cut = today;
  if (report.source === 'visitors') {
    // Whoever was there on two days counts once, unless the days are in two buckets.
    if (report.dimension !== 'date') return undefined;
    cut = bucketOf(today, frequency);
  } else if (report.source === 'visits' && lastsOver(report) !== 'beginning') {
    cut = today - 1;
  }
  if (cut <= range.from || cut > range.to) return undefined;
  return { settled: { from: range.from, to: cut - 1 }, recent: { from: cut, to: range.to } };
}

function questionOf(report: Report, request: ReportRequest): Question {
  const { domainUuid, range, frequency, limit, utmParam, locationType, region } = request;
  const parameters = [frequency, limit, utmParam, locationType, region ?? ''].join(' ');
  return {
    key: `${report.name} ${range.from} ${range.to} ${parameters}`,
    domain: domainUuid,
    of: [report.source === 'requests' ? 'requests' : 'pageviews'],
    // A visit of the day before may go on in the range.
    from: report.source === 'visits' ? range.from - 1 : range.from,
    to: range.to,
  };
}
