/**
 * The newest requests of a host, one by one. Source: docs/reference/request-list.md.
 *
 * Pages follow the order by time and id, so that what arrives meanwhile moves nothing. The newest hour is read first, then
 * ever longer spans before it, until the page is full.
 */
import type { BotVerified } from '../../core/bot-verified.ts';
import { dayMs, hourMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { instant, rowsIn } from '../engine/row-spans.ts';
import type { Filter } from './query.ts';
import { conditionOf, isAsked } from './request-statement.ts';
import { type RequestDimension, requestDimensions } from './request-vocabulary.ts';
import { refuseBadPatterns } from './result-rows.ts';
import { textLiteral } from './text-literal.ts';

/** A row as it is stored; '' and 0 for what isn't known. */
export type ListedRequest = {
  /** Of the row's content, 16 hexadecimal digits. */
  readonly id: string;
  readonly time: number;
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly duration_us: number;
  readonly upstream_us: number;
  readonly protocol: string;
  readonly tls_version: string;
  readonly country: string;
  readonly source: string;
  readonly browser: string;
  readonly operating_system: string;
  readonly device: string;
  readonly bot: string;
  /** By the name of the crawler, as of today. */
  readonly bot_class: string;
  /** Display name. */
  readonly datacenter: string;
  readonly rule: string;
  readonly target: string;
  readonly failure: string;
  /** Uuid that its answer had; '' for none. */
  readonly request_id: string;
  /** Host and port; '' without an upstream. */
  readonly upstream: string;
  readonly upstream_location: string;
  /** One of `cacheOutcomes`; '' when it isn't known. */
  readonly cache: string;
  readonly cache_age: number;
  readonly bot_verified: BotVerified;
  /** One of `clientKinds`. */
  readonly client: string;
};

/** One request, and what it is recorded under: a custom domain, a redirect or a list of rules. */
export type FoundRequest = { readonly owner: string; readonly request: ListedRequest };

/** A place in the order. */
export type RequestPlace = { readonly time: number; readonly id: string };

export type RequestListQuery = {
  readonly host: string;
  /** What the requests of the host are counted under. */
  readonly owners: readonly string[];
  readonly filters: readonly Filter<RequestDimension>[];
  readonly limit: number;
  /** Only requests before this one. */
  readonly before: RequestPlace | undefined;
  /** Only requests from this time on, in milliseconds. */
  readonly since: number;
};

const spansMs = [hourMs, dayMs, 30 * dayMs, 400 * dayMs, Number.POSITIVE_INFINITY];
/** Clocks of other machines may be ahead. */
const aheadMs = dayMs;

const texts = [
  'host',
  'method',
  'path',
  'protocol',
  'tls_version',
  'country',
  'source',
  'browser',
  'operating_system',
  'device',
  'bot',
  'rule',
  'target',
  'failure',
];
const numbers = ['status', 'bytes_in', 'bytes_out', 'duration_us', 'upstream_us'];
/** No part of the id, which stays what it was before there were any. */
const laterTexts = ['upstream', 'upstream_location', 'cache'];
/** Two requests in one batch that have all of this in common are the same to everybody. */
export const requestRowId: string = `leftPad(lower(hex(cityHash64(batch, time, ${[...texts, ...numbers].join(', ')}, datacenter))), 16, '0')`;

/** The newest requests first. Errors: `query_invalid`. */
export async function listRequests(
  store: ReportStore,
  query: RequestListQuery,
  nowMs: number,
): Promise<ListedRequest[]> {
  await refuseBadPatterns(store, query);
  const listed: ListedRequest[] = [];
  let until = query.before === undefined ? nowMs + aheadMs : query.before.time + 1;
  // The newest span reaches from ahead of now to an hour before it.
  let from = Math.min(until, nowMs);
  for (const span of spansMs) {
    from = Math.max(query.since, from - span, 0);
    const rows = await Promise.all(query.owners.map((owner) => readSpan(store, owner, query, from, until)));
    listed.push(...rows.flat().toSorted(newestFirst));
    if (listed.length >= query.limit || from <= query.since || from <= 0) break;
    until = from;
  }
  return listed.slice(0, query.limit);
}

const noRequestId = "toUUID('00000000-0000-0000-0000-000000000000')";
const columns = `${requestRowId} AS row_id, toString(toUnixTimestamp64Milli(time)) AS at,
      ${[...texts, ...numbers].map((name) => `toString(${name}) AS v_${name}`).join(', ')},
      if(request_id = ${noRequestId}, '', toString(request_id)) AS v_request_id,
      ${laterTexts.map((name) => `${name} AS v_${name}`).join(', ')}, toString(cache_age) AS v_cache_age,
      if(datacenter = '', '', ${requestDimensions['request:datacenter'].sql}) AS v_datacenter,
      if(bot = '', '', ${requestDimensions['request:bot_class'].sql}) AS v_bot_class,
      ${requestDimensions['request:bot_verified'].sql} AS v_bot_verified,
      ${requestDimensions['request:client'].sql} AS v_client`;

/** Clocks may have been set between the making of the id and the record. */
const aroundMs = dayMs;

/** Finds a request of any account by the id that its answer had; undefined when none is recorded. */
export async function findRequest(store: ReportStore, requestId: string): Promise<FoundRequest | undefined> {
  // A version 7 begins with its time in milliseconds (RFC 9562 section 5.7).
  if (requestId[14] !== '7') return undefined;
  const madeAt = Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16);
  const [row] = await store.query<Record<string, string>>(
    `SELECT ${columns}, toString(domain) AS owner FROM requests
    WHERE ${rowsIn(madeAt - aroundMs, madeAt + aroundMs, 'request_id = {request:UUID}')} LIMIT 1`,
    { request: requestId },
  );
  return row && { owner: row['owner'] ?? '', request: toListed(row) };
}

async function readSpan(
  store: ReportStore,
  owner: string,
  { host, filters, limit, before }: RequestListQuery,
  from: number,
  until: number,
): Promise<ListedRequest[]> {
  if (from >= until) return [];
  const conditions = [
    rowsIn(from, until),
    isAsked(host),
    ...filters.map(conditionOf),
    ...(before === undefined
      ? []
      : [
          `(time < ${instant(before.time)} OR (time = ${instant(before.time)} AND ${requestRowId} < ${textLiteral(before.id)}))`,
        ]),
  ];
  const rows = await store.query<Record<string, string>>(
    `SELECT ${columns} FROM requests WHERE ${conditions.join(' AND ')}
    ORDER BY domain DESC, day DESC, time DESC, row_id DESC LIMIT ${limit}`,
    { domain: owner },
  );
  return rows.map(toListed);
}

function toListed(row: Record<string, string>): ListedRequest {
  const text = (name: string): string => row[`v_${name}`] ?? '';
  const fields = [
    ...[...texts, ...laterTexts, 'request_id', 'datacenter', 'bot_class', 'bot_verified', 'client'].map(
      (name) => [name, text(name)] as const,
    ),
    ...[...numbers, 'cache_age'].map((name) => [name, Number(text(name))] as const),
  ];
  // The names are those of the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return {
    ...Object.fromEntries(fields),
    id: row['row_id'],
    time: Number(row['at']),
  } as ListedRequest;
}

function newestFirst(one: ListedRequest, other: ListedRequest): number {
  return other.time - one.time || (one.id < other.id ? 1 : -1);
}
