/** Recorded requests as the API lists them. Source: docs/reference/request-list.md. */
import { type TObject, Type } from '@sinclair/typebox';
import type { ListedRequest, RequestPlace } from '../../analytics/query/request-list.ts';
import { type Query, readParameter } from '../../api/query.ts';
import { answerFields, enumSchema, pageQuery, refTo, timestampSchema } from '../../api/schemas/common.ts';
import { botVerdicts } from '../../core/bot-verified.ts';
import { cacheOutcomes } from '../../core/cache-outcome.ts';
import { clientKinds } from '../../core/client-kinds.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { parseInstant } from '../../core/instant.ts';

const text = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const listedRequestSchema: TObject = Type.Object(
  {
    id: Type.String({
      description: 'The same whenever the request is listed.',
      examples: ['09f911029d74e35b'],
    }),
    time: timestampSchema('First byte of the request.'),
    host: text('Host that was asked; null for requests recorded before hosts were.'),
    method: Type.String({ examples: ['GET'] }),
    path: Type.String({ description: 'Without the query.', examples: ['/shop'] }),
    status: Type.Integer({ examples: [301] }),
    bytes_in: Type.Integer({ description: 'Start line, fields and body of the request.' }),
    bytes_out: Type.Integer({ description: 'Start line, fields and body of the response.' }),
    duration: Type.Number({
      description: 'Seconds, first byte of the request to last byte of the response.',
    }),
    upstream_time: Type.Union([Type.Number(), Type.Null()], {
      description: 'Seconds to the head of the upstream’s answer; null without an upstream.',
    }),
    protocol: text('`HTTP/1.1`, `HTTP/2`.'),
    tls_version: text('`TLSv1.3`; null in clear text.'),
    country: text('ISO 3166-1 alpha-2.'),
    source: text('What brought the visitor: a search engine, a host, `Direct`.'),
    browser: text('Name of the browser.'),
    os: text('Name of the operating system.'),
    device: text('`mobile`, `tablet`, `desktop`.'),
    bot: text('Name of the crawler.'),
    bot_class: text('`ai`, `search`, `social`, `monitor`, `other`.'),
    bot_verified: enumSchema(botVerdicts, {
      description:
        '`verified`: a crawler, from an address of its operator; `claimed`: a crawler by what it says only; `none`: not a crawler.',
    }),
    datacenter: text('Name of the hosting provider of the client.'),
    rule: text('Name of the rule that answered, or `#` and its place.'),
    target: text('Location of the answer, without its query.'),
    failure: text('Why the client did not get what the host has for it.'),
    request_id: text('What its answer had in `X-Request-Id`; null for requests recorded before ids were.'),
    client: enumSchema(clientKinds, {
      description:
        '`bot`: a crawler by its name; `probe`: it asked for a path that scanners try; `datacenter`: it came from a hosting provider; `person`: none of these.',
    }),
    upstream: text(
      'Host and port that it was proxied to, the last one of several; null without an upstream.',
    ),
    upstream_location: text('Location of the upstream’s answer, without its query.'),
    cache: Type.Union(
      [
        enumSchema(cacheOutcomes, {
          description:
            'What caches in front of the upstream did, by `Cache-Status`, `X-Cache`, `CF-Cache-Status` or `Age` of its answer.',
        }),
        Type.Null(),
      ],
      { description: 'Null when they don’t say.' },
    ),
    cache_age: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Seconds since the cache’s copy was made, by `Age`; null when that isn’t known.',
    }),
  },
  { $id: 'ListedRequest' },
);

export const requestListSchema: TObject = Type.Object(
  {
    data: Type.Array(refTo(listedRequestSchema)),
    pagination: Type.Object({
      next: Type.Union([Type.String(), Type.Null()], {
        description: '`cursor` of the next page, with older requests; null when there may be none.',
      }),
    }),
  },
  { description: 'The newest requests first.', headers: answerFields.link },
);

export const requestListQuerySchema: TObject = Type.Object({
  filters: Type.Optional(
    Type.String({
      description: 'Filters of a query over requests, as JSON.',
      examples: ['[["is","request:status",["404"]]]'],
    }),
  ),
  since: Type.Optional(Type.String({ description: 'Only requests from this time on, in RFC 3339.' })),
  cursor: Type.Optional(
    Type.String({ description: 'Empty for the first page, then `pagination.next` of the page before.' }),
  ),
  per_page: pageQuery.per_page,
});

export function listedRequestToWire(request: ListedRequest): object {
  return {
    id: request.id,
    time: formatTimestamp(request.time),
    host: orNull(request.host),
    method: request.method,
    path: request.path,
    status: request.status,
    bytes_in: request.bytes_in,
    bytes_out: request.bytes_out,
    duration: request.duration_us / 1_000_000,
    upstream_time: request.upstream_us === 0 ? null : request.upstream_us / 1_000_000,
    protocol: orNull(request.protocol),
    tls_version: orNull(request.tls_version),
    country: orNull(request.country),
    source: orNull(request.source),
    browser: orNull(request.browser),
    os: orNull(request.operating_system),
    device: orNull(request.device),
    bot: orNull(request.bot),
    bot_class: orNull(request.bot_class),
    bot_verified: request.bot_verified,
    datacenter: orNull(request.datacenter),
    rule: orNull(request.rule),
    target: orNull(request.target),
    failure: orNull(request.failure),
    request_id: orNull(request.request_id),
    client: request.client,
    upstream: orNull(request.upstream),
    upstream_location: orNull(request.upstream_location),
    cache: orNull(request.cache),
    cache_age: request.cache_age === 0 ? null : request.cache_age,
  };
}

function orNull(value: string): string | null {
  return value === '' ? null : value;
}

const cursorForm = /^(\d{1,15})-([0-9a-f]{16})$/;

export function formatCursor({ time, id }: RequestPlace): string {
  return `${time}-${id}`;
}

/** Reads `cursor`; undefined for the first page. Errors: `cursor_invalid`. */
export function readCursor(query: Query): RequestPlace | undefined {
  const given = readParameter(query, 'cursor', 'cursor_invalid');
  if (given === undefined || given === '') return undefined;
  const [, time, id] = cursorForm.exec(given) ?? [];
  if (time === undefined || id === undefined)
    throw new ServiceError(
      'cursor_invalid',
      `cursor ${quoteValue(given)} is invalid; allowed: nothing, or pagination.next of another page`,
    );
  return { time: Number(time), id };
}

/** Reads `since`, in milliseconds; 0 without it. Errors: `since_invalid`. */
export function readSince(query: Query): number {
  const given = readParameter(query, 'since', 'since_invalid');
  if (given === undefined) return 0;
  const since = parseInstant(given);
  if (since === undefined)
    throw new ServiceError(
      'since_invalid',
      `since ${quoteValue(given)} is invalid; allowed: a time such as 2026-11-24T09:30:00Z`,
    );
  return Math.max(0, since);
}
