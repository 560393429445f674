/**
 * Lines of the access log. Source: docs/reference/access-log.md ("Formats").
 *
 * A visitor chooses most of what stands in a line, so everything but printable ASCII is escaped, and quotes and
 * backslashes with it: no request can end a line, forge one, or send control sequences to a terminal. A line is
 * at most 4,096 bytes, which a pipe takes as a whole (POSIX: PIPE_BUF), so lines of several workers don't mix.
 */

import { formatTimestamp } from '../../core/clock.ts';
import { shortMonths } from '../../core/time.ts';
import type { ExchangeRecord } from '../http1/exchange.ts';

export type AccessLogFormat = 'json' | 'combined';

/** What a line says beside the exchange itself. */
export type LineContext = {
  readonly clientAddress: string;
  /** '' when there is none, as with `traceId`. */
  readonly requestId: string;
  readonly traceId: string;
};

/** Characters, escapes included; with the rest of a JSON line they stay below 4,096. */
const maxTarget = 1_800;
const maxField = 600;
const maxMethod = 32;
/** No escape is longer. */
const longestEscape = 6;

type Escape = (text: string) => string;

const unsafe = /[^ !#-[\]-~]/g;
const escapeJson: Escape = (text) =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** As nginx does. */
const escapeCombined: Escape = (text) =>
  text.replace(
    unsafe,
    (character) => `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

export function jsonLine(exchange: ExchangeRecord, context: LineContext): string {
  const { head, refusal, upstreamMs } = exchange;
  return (
    `{"log":"access","time_iso8601":"${formatTimestamp(endOf(exchange))}"` +
    `,"remote_addr":"${context.clientAddress}","scheme":"${exchange.scheme}"` +
    member('host', head?.authority.host ?? '', maxField) +
    member('request_method', head?.method ?? '', maxMethod) +
    member('request_uri', head?.target ?? '', maxTarget) +
    `,"server_protocol":"${protocolOf(exchange)}","status":${exchange.status}` +
    `,"request_length":${exchange.bytesIn},"bytes_sent":${exchange.bytesOut}` +
    `,"request_time":${seconds(exchange.durationMs)}` +
    (upstreamMs < 0 ? '' : `,"upstream_header_time":${seconds(upstreamMs)}`) +
    member('http_referer', head?.referrer ?? '', maxField) +
    member('http_user_agent', head?.userAgent ?? '', maxField) +
    member('request_id', context.requestId, maxField) +
    `,"answer_id":"${exchange.answerId}"` +
    member('trace_id', context.traceId, maxField) +
    member('refusal', refusal ?? '', maxField) +
    '}\n'
  );
}

/** A member of a JSON object; nothing where the text is empty. */
function member(name: string, value: string, max: number): string {
  return value === '' ? '' : `,"${name}":"${cut(value, max, escapeJson)}"`;
}

/** Apache's and nginx's combined format; `-` stands for what there is not. */
export function combinedLine(exchange: ExchangeRecord, { clientAddress }: LineContext): string {
  const { head } = exchange;
  const quoted = (value: string, max: number): string =>
    `"${value === '' ? '-' : cut(value, max, escapeCombined)}"`;
  const request = head
    ? `"${cut(head.method, maxMethod, escapeCombined)} ${cut(head.target, maxTarget, escapeCombined)} ${protocolOf(exchange)}"`
    : '"-"';
  const referrer = quoted(head?.referrer ?? '', maxField);
  const userAgent = quoted(head?.userAgent ?? '', maxField);
  const time = commonLogTime(endOf(exchange));
  return `${clientAddress} - - [${time}] ${request} ${exchange.status} ${exchange.bytesOut} ${referrer} ${userAgent}\n`;
}

/** Escapes a text of which `max` characters at most are kept. */
function cut(text: string, max: number, escape: Escape): string {
  const escaped = escape(text.length > max ? text.slice(0, max) : text);
  return escaped.length <= max ? escaped : escape(text.slice(0, Math.floor(max / longestEscape)));
}

function endOf({ startedAtMs, durationMs }: ExchangeRecord): number {
  return Math.round(startedAtMs + durationMs);
}

function protocolOf({ head, isHttp2 }: ExchangeRecord): string {
  return isHttp2 ? 'HTTP/2.0' : `HTTP/1.${head?.minorVersion ?? 1}`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(6);
}

/** `10/Oct/2024:13:55:36 +0000`; lines always have UTC. */
function commonLogTime(epochMs: number): string {
  const time = new Date(epochMs);
  const day = String(time.getUTCDate()).padStart(2, '0');
  return `${day}/${shortMonths[time.getUTCMonth()]}/${time.getUTCFullYear()}:${time.toISOString().slice(11, 19)} +0000`;
}
