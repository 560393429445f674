/** The groups of those who are new in the last minutes. Source: contract section 6 (Visitor). */
import { bucketOf, dayOf } from '../../core/date-range.ts';
import { type ReportStore, remembered } from '../answers/report-store.ts';
import { dayMs, rowsIn } from '../engine/row-spans.ts';
import { type VisitorKey, visitorKeys } from '../engine/schema/visitor-days.ts';
import { type RecentPageview, recentPageviews } from '../visits/recent-pageviews.ts';
import { findSeenVisitors, type SeenVisitors } from '../visits/seen-visitors.ts';
import type { Report, ReportRequest } from './report.ts';
import type { Groups, Row } from './sql.ts';
import { deviceKeys, groupingOf } from './visitor-rows.ts';

/** A visitor of the last minutes, with one combination of keys. */
type Candidate = Pick<RecentPageview, 'ms' | 'visitor'> & Partial<Readonly<Record<VisitorKey, string>>>;

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
  const keys = keysOf(report, request);
  const { domainUuid, range, frequency } = request;
  const recent = await recentPageviews(store, domainUuid, since);
  const candidates: readonly Candidate[] =
    recent?.filter(({ ms }) => dayOf(ms) <= range.to) ?? (await askCandidates(store, keys, request, since));
  if (candidates.length > maxCandidates) return undefined;
  const visitors = await seenBefore(store, keys, request, since, candidates.length);
  const wasSeen = await visitors.lookUp(store, new Set(candidates.map(({ visitor }) => visitor)));
  const isSeries = report.dimension === 'date';
  const bucketNow = bucketOf(dayOf(since), frequency);
  const groups = new Groupings();
  for (const candidate of candidates) {
    const { ms, visitor } = candidate;
    for (const key of keys) {
      const value = candidate[key] ?? '';
      const list = report.shape.kind === 'devices' ? key : undefined;
      if (!wasSeen(visitor, key, value)) groups.add(list, value, visitor);
    }
    if (keys.length > 0) continue;
    const bucket = isSeries ? bucketOf(dayOf(ms), frequency) : 0;
    if ((isSeries && bucket !== bucketNow) || !wasSeen(visitor)) groups.add(undefined, bucket, visitor);
  }
  return { rows: groups.rows, to: range.to };
}

/** Visitors by list and key. */
class Groupings {
  readonly #lists = new Map<string | undefined, Map<string | number, Set<string>>>();

  add(list: string | undefined, key: string | number, visitor: string): void {
    const groups = this.#lists.get(list) ?? new Map<string | number, Set<string>>();
    this.#lists.set(list, groups);
    const visitors = groups.get(key);
    if (visitors === undefined) groups.set(key, new Set([visitor]));
    else visitors.add(visitor);
  }

  get rows(): readonly Row[] {
    const rows: Row[] = [];
    for (const [list, groups] of this.#lists)
      for (const [key, { size: total }] of groups)
        rows.push(list === undefined ? { key, total } : { list, key, total });
    return rows;
  }
}

/** Of each day one, with each combination. */
function askCandidates(
  store: ReportStore,
  keys: readonly VisitorKey[],
  { domainUuid: domain, range }: ReportRequest,
  since: number,
): Promise<Candidate[]> {
  const columns = [
    `toInt64(day) * ${dayMs} AS ms`,
    'toString(visitor) AS visitor',
    ...keys.map((key) => `${visitorKeys[key]} AS ${key}`),
  ];
  return store.query<Candidate>(
    `SELECT DISTINCT ${columns.join(', ')} FROM events
    WHERE ${rowsIn(since, (range.to + 1) * dayMs)}
    LIMIT ${maxCandidates + 1}`,
    { domain },
  );
}

function keysOf(report: Report, request: ReportRequest): readonly VisitorKey[] {
  if (report.shape.kind === 'devices') return deviceKeys;
  const by = groupingOf(report, request);
  return typeof by === 'object' && 'key' in by ? [by.key] : [];
}

/** The smallest memory of visitors. */
const minRemembered = 256;

/**
 * What is known of who was there before; the same as long as no pageview comes before the instant. It holds all of
 * `candidates`: for more there is one of twice the size.
 */
function seenBefore(
  store: ReportStore,
  keys: readonly VisitorKey[],
  { domainUuid: domain, range: { from }, nowMs }: ReportRequest,
  before: number,
  candidates: number,
): Promise<SeenVisitors> {
  const range = { from, to: dayOf(before) };
  const size = 2 ** Math.ceil(Math.log2(Math.max(minRemembered, candidates)));
  return remembered(
    store,
    { key: `seen ${keys.join()} ${size}`, domain, of: ['pageviews'], isPart: true, ...range, before },
    async () => {
      const value = await findSeenVisitors(store, { domain, keys, range, before }, dayOf(nowMs), size);
      return { value, rows: value.weight };
    },
  );
}
