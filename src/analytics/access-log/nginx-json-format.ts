/**
 * nginx's access log as JSON (`log_format … escape=json`, or with nginx's own escapes), with the names that are usual: its own variables', and what
 * people call them. Source: docs/guides/import-logs.md, ngx_http_log_module.
 */

import { parseLogTime } from '../import/import-time.ts';
import { noDetails } from '../ingest/request-record.ts';
import { campaignSourceIn, referrerOrigin, referrerPath } from '../ingest/request-source.ts';
import type { LineParser, LineRefusal, LoggedRequest, ParserOptions } from './access-log-line.ts';
import { asCount, asStatus, asText, type JsonObject, parseJsonObject } from './json-line.ts';
import { clientAddress, lastForwarded } from './log-text.ts';
import { type LoggedTarget, parseRequestLine, parseTarget } from './request-line.ts';

/** By preference: the more exact time, the size with the head of the answer. */
const names = {
  time: ['msec', 'time_iso8601', 'time_local', 'timestamp', '@timestamp', 'time', 'ts'],
  request: ['request', 'request_line'],
  method: ['request_method', 'method'],
  target: ['request_uri', 'uri', 'url', 'path'],
  status: ['status', 'status_code', 'response_status'],
  bytesOut: ['bytes_sent', 'body_bytes_sent', 'bytes', 'size'],
  bytesIn: ['request_length', 'bytes_received'],
  seconds: ['request_time'],
  duration: ['duration'],
  client: ['remote_addr', 'client_ip', 'remote_ip', 'client'],
  forwardedFor: ['http_x_forwarded_for', 'x_forwarded_for'],
  userAgent: ['http_user_agent', 'user_agent', 'agent'],
  host: ['host', 'http_host', 'vhost', 'virtual_host', 'server_name'],
  referrer: ['http_referer', 'http_referrer', 'referer', 'referrer'],
  protocol: ['server_protocol', 'protocol'],
  tlsVersion: ['ssl_protocol', 'tls_version'],
  upstreamSeconds: ['upstream_header_time', 'upstream_response_time'],
} as const;

export function nginxJsonParser(options: ParserOptions): LineParser {
  return (line) => {
    const entry = parseJsonObject(line);
    return entry ? toRequest(entry, options) : 'format_unknown';
  };
}

function toRequest(entry: JsonObject, options: ParserOptions): LoggedRequest | LineRefusal {
  if (pick(entry, names.time) === undefined && pick(entry, names.status) === undefined) {
    return 'format_unknown';
  }
  // nginx writes a line, and takes its time, when the answer is sent.
  const endedAtMs = parseLogTime(pick(entry, names.time));
  if (endedAtMs === undefined) return 'time_invalid';
  const target = toTarget(entry);
  if (typeof target === 'string') return target;
  const status = asStatus(pick(entry, names.status));
  if (status === undefined) return 'status_invalid';
  const inSeconds = pick(entry, names.seconds);
  const seconds =
    inSeconds === undefined
      ? options.durations.readAny(pick(entry, names.duration))
      : options.durations.readSeconds(inSeconds);
  const bytesIn = asCount(pick(entry, names.bytesIn));
  const bytesOut = asCount(pick(entry, names.bytesOut));
  if (seconds === undefined || bytesIn === undefined || bytesOut === undefined) return 'number_invalid';
  const forwarded = options.useForwardedFor ? lastForwarded(asText(pick(entry, names.forwardedFor))) : '';
  const referrer = asText(pick(entry, names.referrer));
  return {
    ...noDetails,
    domainUuid: options.domainUuid,
    host: target.host || asText(pick(entry, names.host)),
    startedAtMs: Math.max(0, endedAtMs - Math.round(seconds * 1000)),
    durationUs: Math.round(seconds * 1e6),
    bytesIn: Math.round(bytesIn),
    bytesOut: Math.round(bytesOut),
    status,
    method: target.method,
    path: target.path,
    clientAddress: forwarded || clientAddress(asText(pick(entry, names.client))),
    userAgent: asText(pick(entry, names.userAgent)),
    httpVersion: target.httpVersion,
    tlsVersion: asText(pick(entry, names.tlsVersion)),
    referrer: referrerOrigin(referrer),
    referrerPath: referrerPath(referrer),
    campaignSource: campaignSourceIn(target.query),
    // Several attempts are a list, which is no number.
    upstreamUs: Math.round((asCount(pick(entry, names.upstreamSeconds)) ?? 0) * 1e6),
  };
}

/** From the whole request line, which says most, or from method and target apart. */
function toTarget(entry: JsonObject): LoggedTarget | LineRefusal {
  const line = asText(pick(entry, names.request));
  const target = asText(pick(entry, names.target));
  if (line !== '') return parseRequestLine(line) ?? 'request_malformed';
  if (target === '') return 'request_missing';
  return (
    parseTarget(asText(pick(entry, names.method)), target, asText(pick(entry, names.protocol))) ??
    'request_malformed'
  );
}

function pick(entry: JsonObject, candidates: readonly string[]): unknown {
  for (const name of candidates) {
    const value = entry[name];
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}
