/**
 * The common and combined log formats of Apache and nginx, also with the virtual host in front (Apache's
 * `vhost_combined`, with or without a port) and X-Forwarded-For behind (the `main` format nginx ships with).
 * Source: Apache mod_log_config, ngx_http_log_module.
 *
 *     192.0.2.7 - frank [10/Oct/2024:13:55:36 +0200] "GET /a?b HTTP/1.1" 200 2326 "https://r.example/" "Mozilla/5.0"
 */

import { parseCommonLogTime } from '../import/import-time.ts';
import { noDetails } from '../ingest/request-record.ts';
import { campaignSourceIn, referrerOrigin, referrerPath } from '../ingest/request-source.ts';
import type { LineParser, LineRefusal, LoggedRequest, ParserOptions } from './access-log-line.ts';
import { clientAddress, closingQuote, lastForwarded, unescapeQuoted } from './log-text.ts';
import { parseRequestLine } from './request-line.ts';

/** Where the time begins: the user in front of it may hold anything, brackets too. */
const timeStart = / \[\d\d\/[A-Z][a-z]{2}\/\d{4}:/;
const numbers = /^ (\S+) (\S+)(?: |$)/;
/** A name, or an address as in a Host field; `-` when the request named none. */
const virtualHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** An address, the name of a machine or `unix:`; names of users (RFC 1413) have none of their characters. */
const clientField = /[.:]/;
const noRequest: ReadonlySet<string> = new Set(['', '-']);

export function combinedParser(options: ParserOptions): LineParser {
  // Lines of one second stand together.
  let lastTime = '';
  let lastEpochMs: number | undefined;
  const readTime = (text: string): number | undefined => {
    if (text === lastTime) return lastEpochMs;
    lastTime = text;
    lastEpochMs = parseCommonLogTime(text);
    return lastEpochMs;
  };
  return (line) => parseLine(line, readTime, options);
}

function parseLine(
  line: string,
  readTime: (text: string) => number | undefined,
  options: ParserOptions,
): LoggedRequest | LineRefusal {
  const timeAt = line.search(timeStart);
  const timeEnd = timeAt === -1 ? -1 : line.indexOf('] "', timeAt);
  const requestEnd = timeEnd === -1 ? -1 : closingQuote(line, timeEnd + 3);
  if (requestEnd === -1) return 'format_unknown';
  const [counts, statusText = '', sizeText = ''] = numbers.exec(line.slice(requestEnd + 1)) ?? [];
  if (counts === undefined) return 'format_unknown';

  const startedAtMs = readTime(line.slice(timeAt + 2, timeEnd));
  if (startedAtMs === undefined) return 'time_invalid';
  const requestText = unescapeQuoted(line.slice(timeEnd + 3, requestEnd));
  if (noRequest.has(requestText)) return 'request_missing';
  const target = parseRequestLine(requestText);
  if (!target) return 'request_malformed';
  if (!/^[1-9]\d\d$/.test(statusText)) return 'status_invalid';
  const bytesOut = sizeText === '-' ? 0 : toCount(sizeText);
  if (bytesOut === undefined) return 'number_invalid';

  const [referrer = '', userAgent = '', forwardedFor = ''] = quotedTexts(
    line,
    requestEnd + 1 + counts.length,
  );
  const { client, host } = splitFront(line.slice(0, timeAt));
  return {
    ...noDetails,
    domainUuid: options.domainUuid,
    host: target.host || host,
    startedAtMs,
    durationUs: 0,
    bytesIn: 0,
    bytesOut,
    status: Number(statusText),
    method: target.method,
    path: target.path,
    clientAddress: (options.useForwardedFor && lastForwarded(forwardedFor)) || client,
    userAgent: userAgent === '-' ? '' : userAgent,
    httpVersion: target.httpVersion,
    referrer: referrerOrigin(referrer),
    referrerPath: referrerPath(referrer),
    campaignSource: campaignSourceIn(target.query),
  };
}

/** The quoted texts behind the numbers, three at most: referrer, user agent, X-Forwarded-For. */
function quotedTexts(line: string, from: number): readonly string[] {
  const texts: string[] = [];
  let at = from;
  while (texts.length < 3 && line[at] === '"') {
    const end = closingQuote(line, at + 1);
    if (end === -1) break;
    texts.push(unescapeQuoted(line.slice(at + 1, end)));
    at = end + 2;
  }
  return texts;
}

/** `client - user`, or with the virtual host in front, `host client - user`: then a client follows, never a `-`. */
function splitFront(front: string): { readonly client: string; readonly host: string } {
  const [first = '', second = ''] = front.split(' ', 2);
  const isHost = virtualHost.test(first) && (/:\d+$/.test(first) || clientField.test(second));
  if (!isHost || (clientAddress(first) !== '' && clientAddress(second) === ''))
    return { client: clientAddress(first), host: '' };
  return { client: clientAddress(second), host: first === '-' ? '' : first };
}

function toCount(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
