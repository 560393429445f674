/**
 * Caddy's access log: JSON with the request as an object. Source: Caddy documentation, "How Logging Works" and the log
 * directive (formats of `ts` and `duration`).
 */

import { parseLogTime } from '../import/import-time.ts';
import { noDetails } from '../ingest/request-record.ts';
import { campaignSourceIn, referrerOrigin, referrerPath } from '../ingest/request-source.ts';
import type { LineParser, LineRefusal, LoggedRequest, ParserOptions } from './access-log-line.ts';
import { asCount, asObject, asStatus, asText, type JsonObject, parseJsonObject } from './json-line.ts';
import { clientAddress, lastForwarded } from './log-text.ts';
import { parseTarget } from './request-line.ts';

/** The numbers that go over the wire (RFC 8446 section 4.2.1). */
const tlsVersions: Readonly<Record<string, string>> = {
  769: 'TLSv1',
  770: 'TLSv1.1',
  771: 'TLSv1.2',
  772: 'TLSv1.3',
};

export function caddyJsonParser(options: ParserOptions): LineParser {
  return (line) => {
    const entry = parseJsonObject(line);
    const request = asObject(entry?.['request']);
    // Caddy writes its other messages to the same log.
    if (!entry || !request || entry['status'] === undefined) return 'format_unknown';
    return toRequest(entry, request, options);
  };
}

function toRequest(
  entry: JsonObject,
  request: JsonObject,
  options: ParserOptions,
): LoggedRequest | LineRefusal {
  // Written when the answer is sent.
  const endedAtMs = parseLogTime(entry['ts']);
  if (endedAtMs === undefined) return 'time_invalid';
  const target = parseTarget(asText(request['method']), asText(request['uri']), asText(request['proto']));
  if (!target) return 'request_malformed';
  const status = asStatus(entry['status']);
  if (status === undefined) return 'status_invalid';
  const seconds = options.durations.readSeconds(entry['duration']);
  const bytesIn = asCount(entry['bytes_read']);
  const bytesOut = asCount(entry['size']);
  if (seconds === undefined || bytesIn === undefined || bytesOut === undefined) return 'number_invalid';
  const referrer = headerOf(request, 'Referer');
  return {
    ...noDetails,
    domainUuid: options.domainUuid,
    host: target.host || asText(request['host']),
    startedAtMs: Math.max(0, endedAtMs - Math.round(seconds * 1000)),
    durationUs: Math.round(seconds * 1e6),
    bytesIn,
    bytesOut,
    status,
    method: target.method,
    path: target.path,
    clientAddress: addressOf(request, options),
    userAgent: headerOf(request, 'User-Agent'),
    httpVersion: target.httpVersion,
    tlsVersion: tlsVersions[String(asObject(request['tls'])?.['version'])] ?? '',
    referrer: referrerOrigin(referrer),
    referrerPath: referrerPath(referrer),
    campaignSource: campaignSourceIn(target.query),
  };
}

/** `client_ip` is what Caddy's trusted proxies said; older versions have `remote_ip` only, or `remote_addr`. */
function addressOf(request: JsonObject, options: ParserOptions): string {
  const forwarded = options.useForwardedFor ? lastForwarded(headerOf(request, 'X-Forwarded-For')) : '';
  return (
    forwarded ||
    clientAddress(asText(request['client_ip'])) ||
    clientAddress(asText(request['remote_ip'])) ||
    lastForwarded(asText(request['remote_addr']))
  );
}

function headerOf(request: JsonObject, name: string): string {
  const value = asObject(request['headers'])?.[name];
  return asText(Array.isArray(value) ? value.at(-1) : value);
}
