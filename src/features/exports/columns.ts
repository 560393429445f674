/** The columns of exported files, in their order. Source: docs/reference/exports.md ("Columns"), which a test compares with these. */
import type { RowsFileFormat } from '../../analytics/engine/rows-file.ts';
import { channelColumn } from '../../analytics/query/channel.ts';
import { requestRowId } from '../../analytics/query/request-list.ts';
import { requestDimensions } from '../../analytics/query/request-vocabulary.ts';
import type { VisitColumn } from '../../analytics/visits/visit-rule.ts';
import type { ExportFormat, ExportWhat } from './export.ts';

export type ExportedColumn = {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'timestamp' | 'decimal' | 'map';
  /** Null where it isn't known, or there is none. */
  readonly nullable?: true;
  /** Over the columns of the table, and `exported_host` and `exported_domain`. */
  readonly sql: string;
};

/** SQL: what no row belongs to. */
export const nobody: string = "toUUID('00000000-0000-0000-0000-000000000000')";

/** As stored; '' is null. */
const text = (name: string, column = name): ExportedColumn => ({
  name,
  type: 'text',
  nullable: true,
  sql: `nullIf(toString(${column}), '')`,
});
/** As queries have it: what isn't known may be stored as `Unknown`. */
const known = (name: string, column = name): ExportedColumn => ({
  name,
  type: 'text',
  nullable: true,
  sql: `if(${column} IN ('', 'Unknown'), NULL, toString(${column}))`,
});
const always = (name: string, sql = name): ExportedColumn => ({
  name,
  type: 'text',
  sql: `toString(${sql})`,
});
const integer = (name: string, sql = name): ExportedColumn => ({ name, type: 'integer', sql });
const timestamp = (name: string, sql = name): ExportedColumn => ({ name, type: 'timestamp', sql });
const optional = (name: string, type: 'text' | 'integer' | 'number', column: string, sql: string) =>
  ({ name, type, nullable: true, sql: `if(${column} = 0, NULL, ${sql})` }) as const;
const uuid = (name: string, column: string): ExportedColumn => ({
  name,
  type: 'text',
  nullable: true,
  sql: `if(${column} = ${nobody}, NULL, toString(${column}))`,
});

const customDomain = uuid('custom_domain_uuid', 'exported_domain');
const host = text('host', 'exported_host');
const visitor = always('visitor', "leftPad(lower(hex(visitor)), 16, '0')");
/** What leads to an event or a visit, where it comes from and with what. */
const origin = [
  known('source'),
  known('referrer'),
  ...['source', 'medium', 'campaign', 'term', 'content'].map((name) => text(`utm_${name}`)),
  known('country'),
  known('region'),
  known('region_name'),
  known('city'),
  known('browser'),
  known('os', 'operating_system'),
  known('device', 'screen'),
];

export const exportedColumns: Readonly<Record<ExportWhat, readonly ExportedColumn[]>> = {
  requests: [
    always('id', requestRowId),
    timestamp('time'),
    customDomain,
    uuid('redirect_uuid', 'redirect'),
    text('host'),
    always('method'),
    always('path'),
    integer('status'),
    integer('bytes_in'),
    integer('bytes_out'),
    { name: 'duration', type: 'number', sql: 'duration_us / 1000000' },
    optional('upstream_time', 'number', 'upstream_us', 'upstream_us / 1000000'),
    text('protocol'),
    text('tls_version'),
    text('country'),
    text('source'),
    text('referrer'),
    text('browser'),
    text('os', 'operating_system'),
    text('device'),
    text('bot'),
    text('bot_class', `if(bot = '', '', ${requestDimensions['request:bot_class'].sql})`),
    always('bot_verified', requestDimensions['request:bot_verified'].sql),
    text('datacenter', `if(datacenter = '', '', ${requestDimensions['request:datacenter'].sql})`),
    text('rule'),
    text('target'),
    text('failure'),
    uuid('request_id', 'request_id'),
    always('client', requestDimensions['request:client'].sql),
    text('upstream'),
    text('upstream_location'),
    text('cache'),
    optional('cache_age', 'integer', 'cache_age', 'cache_age'),
    text('page_load'),
  ],
  events: [
    timestamp('time'),
    customDomain,
    host,
    always('name'),
    always('page', 'path'),
    visitor,
    ...origin,
    { name: 'props', type: 'map', sql: 'CAST(props AS Map(String, String))' },
    {
      name: 'revenue_amount',
      type: 'decimal',
      nullable: true,
      sql: "if(revenue_currency = '', NULL, revenue_amount)",
    },
    text('revenue_currency'),
  ],
  visits: [
    timestamp('started_at', 'started'),
    timestamp('ended_at', 'ended'),
    customDomain,
    host,
    visitor,
    { name: 'duration', type: 'number', sql: 'duration_ms / 1000' },
    integer('pageviews'),
    integer('events'),
    always('entry_page', 'entry_path'),
    always('exit_page', 'exit_path'),
    text('channel', channelColumn.name),
    ...origin,
  ],
};

/** The columns of a visit that {@link exportedColumns} are made of. */
export const visitColumns: readonly VisitColumn[] = [
  'started',
  'ended',
  'visitor',
  'duration_ms',
  'pageviews',
  'events',
  'entry_path',
  'exit_path',
  'source',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'country',
  'region',
  'region_name',
  'city',
  'browser',
  'operating_system',
  'screen',
];

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  parquet: 'application/vnd.apache.parquet',
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
};

/** A file's own format; only what begins a CSV file has the names of its columns. */
export function engineFormat(format: ExportFormat, isFirst: boolean): RowsFileFormat {
  if (format === 'parquet') return 'Parquet';
  if (format === 'jsonl') return 'JSONEachRow';
  return isFirst ? 'CSVWithNames' : 'CSV';
}

/** SQL: the columns of a file, as its format can have them, each named `file_…`. */
export function selectedColumns(what: ExportWhat, format: ExportFormat): string {
  return exportedColumns[what]
    .map((column) => `${inFormat(column, format)} AS file_${column.name}`)
    .join(', ');
}

function inFormat({ type, sql }: ExportedColumn, format: ExportFormat): string {
  if (format === 'parquet') return sql;
  if (type === 'timestamp')
    return `concat(formatDateTime(${sql}, '%Y-%m-%dT%H:%i:%S', 'UTC'), '.', leftPad(toString(toUnixTimestamp64Milli(${sql}) % 1000), 3, '0'), '+00:00')`;
  if (type === 'decimal') return `toString(${sql})`;
  return type === 'map' && format === 'csv' ? `toJSONString(${sql})` : sql;
}
