/** The groups of reports that count distinct visitors. Source: spec section 4.2, contract section 6. */
import { bucketOf, dayOf } from '../../core/date-range.ts';
import { type VisitorKey, visitorKeys } from '../engine/schema/visitor-days.ts';
import { dayMs, pageviewsIn } from '../visits/day-conditions.ts';
import { type ReportStore, remembered } from '../visits/report-store.ts';
import { SeenVisitors, seenWith } from '../visits/seen-visitors.ts';
import { startOfCount, type VisitorQuestion, visitorCounts, visitorLists } from '../visits/visitor-sql.ts';
import { type VisitorDays, visitorDaysOf } from '../visits/visitor-states.ts';
import { bucketKeys } from './dimensions.ts';
import type { Report, ReportRequest } from './report.ts';
import { deviceLists } from './shape.ts';
import { dimensionOf, type Groups, type Row, sumOf } from './sql.ts';

/** Those of the pageviews before an instant, in milliseconds since the Unix epoch; by default of all. */
export async function visitorRows(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  until?: number,
): Promise<Groups> {
  const rows = await groups(store, report, request, until);
  return { rows, to: request.range.to };
}

const deviceKeys = deviceLists.map(({ dimension }) => dimension);

async function groups(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  until: number | undefined,
): Promise<Row[]> {
  const region = report.dimension === 'location_type' ? request.region : undefined;
  const question: VisitorQuestion = { range: request.range, by: groupingOf(report, request), region, until };
  const days = await daysOf(store, request, question);
  if (report.shape.kind === 'devices') {
    const legs =
      days.derived.length === 0 && days.readFrom !== undefined
        ? [visitorLists({ from: days.readFrom, to: request.range.to }, deviceKeys, until)]
        : deviceKeys.flatMap((key) =>
            visitorCounts({ ...question, by: { key } }, days).map(
              (leg) => `SELECT '${key}' AS list, key, n FROM (${leg})`,
            ),
          );
    if (legs.length === 0) return [];
    return store.query<Row>(
      `SELECT list, key, sum(n) AS total, sum(total) OVER (PARTITION BY list) AS whole
      FROM (${legs.join('\nUNION ALL\n')}) GROUP BY list, key`,
      { domain: request.domainUuid },
    );
  }
  const legs = visitorCounts(question, days);
  if (legs.length === 0) return [];
  const { sql, params } = sumOf(legs, dimensionOf(report, request), request);
  return store.query<Row>(sql, region === undefined ? params : { ...params, region });
}

/** With a region nothing derived is used: `since_city` tells of a city's name in the country, whatever region it is in. */
async function daysOf(
  store: ReportStore,
  { domainUuid, range, nowMs }: ReportRequest,
  question: VisitorQuestion,
): Promise<VisitorDays> {
  if (question.region !== undefined) return { derived: [], readFrom: range.from };
  return visitorDaysOf(store, domainUuid, range, startOfCount(question), dayOf(nowMs));
}

function groupingOf(report: Report, { frequency, locationType }: ReportRequest): VisitorQuestion['by'] {
  if (report.dimension === 'date') return { frequency };
  return report.dimension === 'location_type' ? { key: locationType } : 'all';
}

/** A visitor of the last minutes, with one combination of keys. */
type Candidate = { readonly who: string; readonly bucket: number } & Partial<Record<VisitorKey, string>>;

/** More are joined. */
const maxCandidates = 10_000;

/**
 * The groups of those who are there since an instant of today and were not before it, from the beginning of the request's
 * range on; of a series the range has to begin with the bucket of that day. Undefined when they are too many.
 */
export async function newVisitorRows(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  since: number,
): Promise<Groups | undefined> {
  const { domainUuid, range, frequency } = request;
  const keys = keysOf(report, request);
  const columns = [
    'toString(visitor) AS who',
    `${report.dimension === 'date' ? bucketKeys[frequency] : '0'} AS bucket`,
    ...keys.map((key) => `${visitorKeys[key]} AS ${key}`),
  ];
  const candidates = await store.query<Candidate>(
    `SELECT DISTINCT ${columns.join(', ')} FROM pageviews
    WHERE ${pageviewsIn(since, (range.to + 1) * dayMs)}
    LIMIT ${maxCandidates + 1}`,
    { domain: domainUuid },
  );
  if (candidates.length > maxCandidates) return undefined;
  const visitors = await seenBefore(store, report, request, since, candidates.length);
  const seen = await visitors.lookUp(
    store,
    candidates.map(({ who }) => who),
  );
  const found = new Map<string, { row: Omit<Row, 'total'>; visitors: Set<string> }>();
  const add = (row: Omit<Row, 'total'>, who: string): void => {
    const id = `${row.list ?? ''} ${row.key ?? ''}`;
    const group = found.get(id) ?? { row, visitors: new Set() };
    group.visitors.add(who);
    found.set(id, group);
  };
  const bucketOfSeen = report.dimension === 'date' ? bucketOf(dayOf(since), frequency) : 0;
  for (const candidate of candidates) {
    const { who, bucket } = candidate;
    const items = seen.get(who);
    if (keys.length === 0 && (items === undefined || bucket !== bucketOfSeen)) add({ key: bucket }, who);
    for (const key of keys) {
      const value = candidate[key] ?? '';
      if (items?.has(seenWith(key, value)) === true) continue;
      add(report.shape.kind === 'devices' ? { list: key, key: value } : { key: value }, who);
    }
  }
  const rows: Row[] = [];
  for (const group of found.values()) rows.push({ ...group.row, total: group.visitors.size });
  return { rows, to: range.to };
}

function keysOf(report: Report, request: ReportRequest): readonly VisitorKey[] {
  if (report.shape.kind === 'devices') return deviceKeys;
  const by = groupingOf(report, request);
  return typeof by === 'object' && 'key' in by ? [by.key] : [];
}

/** The smallest memory of visitors. */
const minRemembered = 256;
/** What one of them weighs, in rows. */
const rowsOfSeen = 2;

/**
 * What is known of who was there before; the same as long as no pageview comes before the instant. It holds all of
 * `candidates`: for more there is one of twice the size.
 */
function seenBefore(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  before: number,
  candidates: number,
): Promise<SeenVisitors> {
  const { domainUuid: domain, nowMs } = request;
  const keys = keysOf(report, request);
  const range = { from: request.range.from, to: dayOf(before) };
  const size = 2 ** Math.ceil(Math.log2(Math.max(minRemembered, candidates)));
  return remembered(
    store,
    { key: `seen ${keys.join()} ${size}`, domain, of: ['pageviews'], isPart: true, ...range, before },
    async () => {
      const days = await visitorDaysOf(store, domain, range, String(range.from), dayOf(nowMs));
      return { value: new SeenVisitors({ domain, keys, before }, days, size), rows: rowsOfSeen * size };
    },
  );
}
