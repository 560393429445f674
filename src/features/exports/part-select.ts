/** The one SELECT of a part. Source: docs/reference/exports.md ("How it is made"). */
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { instant, ofDomain, ofDomains } from '../../analytics/engine/row-spans.ts';
import { isEvent } from '../../analytics/engine/schema/events.ts';
import { channelColumn } from '../../analytics/query/channel.ts';
import { textList } from '../../analytics/query/text-literal.ts';
import { eventDays, underivedDays } from '../../analytics/visits/derived-days.ts';
import { KnownDays, visitSource } from '../../analytics/visits/visit-source.ts';
import { formatDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import { exportedColumns, nobody, selectedColumns, visitColumns } from './columns.ts';
import type { ExportFormat, ExportWhat } from './export.ts';
import type { Part } from './parts.ts';

export type PartRows = Pick<Part, 'day' | 'recorded' | 'slice'>;

/** Of no domain: columns without rows. */
export async function selectPart(
  analytics: ReportStore,
  what: ExportWhat,
  format: ExportFormat,
  { day, recorded, slice }: PartRows,
): Promise<string> {
  const uuids = recorded.map(({ uuid }) => uuid);
  const whose = uuids.length === 0 ? '0' : ofDomains(uuids);
  const rows =
    what === 'visits'
      ? await visitsOf(analytics, whose, uuids, day)
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

/** A slice of a domain's day: of requests, a span of time; of events, some of the visitors, whose order they are stored in. */
function inSlice(
  what: 'requests' | 'events',
  day: number,
  { index, of }: { index: number; of: number },
): string {
  if (what === 'requests') {
    const at = (n: number): number => day * dayMs + Math.floor((n * dayMs) / of);
    return `time >= ${instant(at(index))} AND time < ${instant(at(index + 1))}`;
  }
  const bound = (n: number): bigint => (BigInt(n) << 64n) / BigInt(of);
  return `visitor BETWEEN toUInt64('${bound(index)}') AND toUInt64('${bound(index + 1) - 1n}')`;
}

/** The visits that start on a day: derived ones of one domain as they are stored, where they are current; all others from the events. */
async function visitsOf(
  analytics: ReportStore,
  whose: string,
  uuids: readonly string[],
  day: number,
): Promise<string> {
  const [only] = uuids;
  const columns = [...visitColumns, 'domain' as const, channelColumn] as const;
  const bind = (sql: string): string => sql.replaceAll(ofDomain, whose);
  const store: ReportStore = {
    query: (sql, given) => {
      const { domain: _, ...params } = given;
      return analytics.query(bind(sql), params);
    },
  };
  const known =
    uuids.length === 1 && only !== undefined
      ? new KnownDays(analytics, only, eventDays)
      : new KnownDays(store, '', underivedDays);
  const { stored, live } = await visitSource(
    known,
    { since: day * dayMs, until: (day + 1) * dayMs },
    'start',
  );
  const selects = [...stored(columns), ...live(columns)].map(bind);
  const names = [...visitColumns, 'domain', channelColumn.name].join(', ');
  const all = selects.map((select) => `SELECT ${names} FROM (${select})`).join(' UNION ALL ');
  return all === ''
    ? `SELECT ${[...visitColumns, 'domain'].join(', ')}, '' AS ${channelColumn.name} FROM visits WHERE 0`
    : `SELECT * FROM (${all}) WHERE pageviews > 0`;
}
