/** The one SELECT of a part. Source: docs/reference/exports.md ("How it is made"). */
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { ofDomain, ofDomains } from '../../analytics/engine/row-spans.ts';
import { isEvent } from '../../analytics/engine/schema/events.ts';
import { channelColumn } from '../../analytics/query/channel.ts';
import { requestRowId } from '../../analytics/query/request-list.ts';
import { textList } from '../../analytics/query/text-literal.ts';
import { eventDays, underivedDays } from '../../analytics/visits/derived-days.ts';
import { readPersons } from '../../analytics/visits/persons.ts';
import { visitorsIn } from '../../analytics/visits/visit-rule.ts';
import { KnownDays, visitSource } from '../../analytics/visits/visit-source.ts';
import { formatDay, lastDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import { exportedColumns, nobody, selectedColumns, visitColumns } from './columns.ts';
import type { ExportFormat, ExportWhat } from './export.ts';
import { inRanges, type Part, type Slice } from './parts.ts';

export type PartRows = Pick<Part, 'day' | 'recorded' | 'slice'>;

/** Of no domain: columns without rows. */
export async function selectPart(
  analytics: ReportStore,
  what: ExportWhat,
  format: ExportFormat,
  part: PartRows,
): Promise<string> {
  const { day, recorded, slice } = part;
  const uuids = recorded.map(({ uuid }) => uuid);
  const whose = uuids.length === 0 ? '0' : ofDomains(uuids);
  const rows =
    what === 'visits'
      ? await visitsOf(analytics, whose, part)
      : `SELECT * FROM ${what} WHERE ${whose} AND day = '${formatDay(day)}'${
          what === 'events' ? ` AND ${isEvent}` : ''
        }${slice === undefined ? '' : ` AND ${inSlice(what, day, slice)}`}`;
  const custom = recorded.filter(({ isCustom }) => isCustom).map(({ uuid }) => uuid);
  const domain =
    custom.length === uuids.length
      ? 'domain'
      : `if(${custom.length === 0 ? '0' : ofDomains(custom)}, domain, ${nobody})`;
  const host = `transform(toString(domain), ${textList(['', ...uuids])}, ${textList(['', ...recorded.map((one) => one.host)])}, '')`;
  const names = exportedColumns[what].map(({ name }) => name);
  // A column of the table and one of the file may share a name, which an expression would take for the file's.
  return `SELECT ${names.map((name) => `file_${name} AS ${name}`).join(', ')} FROM (
    SELECT ${selectedColumns(what, format)} FROM (
      SELECT *, ${domain} AS exported_domain, ${what === 'requests' ? "''" : host} AS exported_host FROM (${rows})))`;
}

/** SQL: whether a row is in a slice. */
function inSlice(what: 'requests' | 'events', day: number, slice: Slice): string {
  const { cut } = slice;
  const isInRanges = inRanges(what, day, slice);
  return cut === undefined ? isInRanges : `${isInRanges} AND ${rowHash[what]} % ${cut.of} = ${cut.index}`;
}

/**
 * SQL: differs between rows, unless they are the same to everybody; of events, between some hundred that arrived together: these
 * lie together, and large properties of others aren't read. Stores of long ago lack their arrival.
 */
const rowHash = {
  requests: `cityHash64(${requestRowId}, request_id)`,
  events: 'cityHash64(batch, if(arrival = 0, cityHash64(time, tie, name), intDiv(arrival, 256)))',
} as const;

/** The visits that start on a day: derived ones of one domain as they are stored, where they are current; all others from the events. */
async function visitsOf(
  analytics: ReportStore,
  whose: string,
  { recorded, day, slice }: PartRows,
): Promise<string> {
  const uuids = recorded.map(({ uuid }) => uuid);
  const [only] = uuids;
  const columns = [...visitColumns, 'domain' as const, channelColumn] as const;
  const bind = (sql: string): string => sql.replaceAll(ofDomain, whose);
  const store: ReportStore = {
    query: (sql, given) => {
      const { domain: _, ...params } = given;
      return analytics.query(bind(sql), params);
    },
  };
  const all =
    uuids.length === 1 && only !== undefined
      ? new KnownDays(analytics, only, eventDays)
      : new KnownDays(store, '', underivedDays);
  const known = slice === undefined ? all : await someOf(all, day, slice);
  const { stored, live } = await visitSource(
    known,
    { since: day * dayMs, until: (day + 1) * dayMs },
    'start',
  );
  const selects = [...stored(columns), ...live(columns)].map(bind);
  const names = [...visitColumns, 'domain', channelColumn.name].join(', ');
  const visits = selects.map((select) => `SELECT ${names} FROM (${select})`).join(' UNION ALL ');
  return visits === ''
    ? `SELECT ${[...visitColumns, 'domain'].join(', ')}, '' AS ${channelColumn.name} FROM visits WHERE 0`
    : `SELECT * FROM (${visits}) WHERE pageviews > 0`;
}

/** A slice's visitors. Persons are together whether visits are derived or not, as they may be by the next slice. */
async function someOf(all: KnownDays, day: number, slice: Slice): Promise<KnownDays> {
  const [from, to] = [Math.max(0, day - 1), lastDay];
  await all.load(day - 1, day + 1);
  const hasSaltChange = all.between(from, to).some((one) => one.hasSaltChange);
  const persons = hasSaltChange ? await readPersons(all.store, all.domain, { from, to }) : [];
  return all.ofVisitors(visitorsIn(slice, persons));
}
