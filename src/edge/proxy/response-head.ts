/**
 * Parses the head of an upstream's answer, strictly, and drops its hop-by-hop fields.
 * Source: RFC 9112 sections 4, 5, 6 and 9.3; RFC 9110 section 7.6.1.
 */

import { FieldLine, withoutSpaceBeforeColons } from '../http1/field-line.ts';
import { canonicalNumber } from '../http1/framing-fields.ts';

/** Status line and fields together. */
const maxHeadBytes = 64 * 1024;
/** Above it a status has no class: clients may take it for 5xx (RFC 9110 section 15). Node cannot send it over HTTP/2. */
const maxStatus = 599;
/** Three centuries. */
const maxAgeDigits = 10;
const bareLineFeed = /[^\r]\n/;
const lengthLine = /^content-length:.*\r\n/gim;
/** A reason phrase may be empty, and some servers leave out the space before it too. */
const statusLine = /^HTTP\/1\.([01]) ([1-9][0-9]{2})(?: ([\t \u0021-\u007e\u0080-\u00ff]*))?$/;

export class ResponseHead {
  status = 0;
  reason = '';
  minorVersion = 1;
  /** Field lines to pass on, each ending in CR LF, latin1. */
  fields = '';
  /** -1 when there is no such field. */
  contentLength = -1;
  isChunked = false;
  hasDate = false;
  /** Whether it has an X-Request-Id of the upstream's own. */
  hasRequestId = false;
  /** Of a redirection; '' otherwise. */
  location = '';
  /** What caches say: `Cache-Status`, all of it, and CDNs' own fields; '' where there is none. */
  cacheStatus = '';
  ownCacheField = '';
  /** Seconds since a copy was made; -1 when there is no such field. */
  ageSeconds = -1;
  /** Whether the upstream will take another request on this connection, as far as the fields say. */
  keepsAlive = false;
  /** How long the upstream keeps the connection when idle, as it says itself; -1 when it does not. */
  keepAliveMs = -1;
  /** The values of Upgrade; '' when there is none. */
  upgrade = '';

  /** Whether its fields say that content follows; its status or the request's method may rule that out. */
  get announcesContent(): boolean {
    return this.isChunked || this.contentLength > 0;
  }
}

export type ResponseProblem =
  | 'head_too_large'
  | 'head_invalid'
  | 'status_invalid'
  | 'framing_ambiguous'
  | 'transfer_coding_unknown';

/** Parses the heads of one connection, one after the other; a problem is the end. */
export class ResponseHeadParser {
  /** Where the bytes after the head begin in the text last given, once it is complete. */
  end = 0;
  #pending = '';
  readonly #line = new FieldLine(true);

  /**
   * Reads on at `start`; returns undefined when the head is not complete, having kept what there is. An answer to HEAD ends with
   * its head.
   */
  parse(text: string, start: number, isToHead: boolean = false): ResponseHead | ResponseProblem | undefined {
    const keptBytes = this.#pending.length;
    const whole = keptBytes > 0 ? this.#pending + text.slice(start) : text;
    const origin = keptBytes > 0 ? 0 : start;
    // The end is looked for first: an answer mostly comes in one piece, so a head is parsed once.
    const emptyLine = whole.indexOf('\r\n\r\n', origin + Math.max(0, keptBytes - 3));
    if (emptyLine < 0) {
      if (whole.length - origin > maxHeadBytes) return 'head_too_large';
      // Without its CR no line end, and so no end of the head, would ever be found.
      if (bareLineFeed.test(keptBytes > 0 ? this.#pending.slice(-1) + text.slice(start) : text.slice(start)))
        return 'head_invalid';
      this.#pending = origin === 0 ? whole : whole.slice(origin);
      // Bytes that don't begin like an answer never become one, so there is no need to wait for more.
      return 'HTTP/1.'.startsWith(this.#pending.slice(0, 7)) ? undefined : 'head_invalid';
    }
    this.#pending = '';
    const headEnd = emptyLine + 4;
    if (headEnd - origin > maxHeadBytes) return 'head_too_large';
    this.end = headEnd - origin - keptBytes + start;
    const result = this.#parseWhole(whole, origin, headEnd, isToHead);
    // A piece is refused for it before its fields are read: the reason must not depend on how a head is cut.
    return typeof result === 'string' && bareLineFeed.test(whole.slice(origin, headEnd))
      ? 'head_invalid'
      : result;
  }

  #parseWhole(
    text: string,
    origin: number,
    headEnd: number,
    isToHead: boolean,
  ): ResponseHead | ResponseProblem {
    const lineEnd = text.indexOf('\r\n', origin);
    const match = statusLine.exec(text.slice(origin, lineEnd));
    if (!match) return 'head_invalid';
    const head = new ResponseHead();
    head.minorVersion = match[1] === '0' ? 0 : 1;
    head.status = Number(match[2]);
    if (head.status > maxStatus) return 'status_invalid';
    head.reason = match[3] ?? '';
    const isWithoutContent = isToHead || head.status < 200 || head.status === 204 || head.status === 304;
    let isLengthKnown = true;
    const line = this.#line;
    line.hasSpaceBeforeColon = false;
    let connection = '';
    let keepAlive = '';
    let runStart = lineEnd + 2;
    for (let at = runStart; ; at = line.position) {
      const outcome = line.scan(text, at);
      if (outcome === 'end') {
        head.fields += text.slice(runStart, at);
        break;
      }
      if (outcome !== 'field' || line.position > headEnd) return 'head_invalid';
      let isKept = true;
      switch (line.nameEnd - line.nameStart) {
        case 2:
          isKept = !line.isNamed(text, 'te');
          break;
        case 3:
          if (line.isNamed(text, 'age')) head.ageSeconds = ageIn(line.value(text));
          break;
        case 4:
          head.hasDate ||= line.isNamed(text, 'date');
          break;
        case 7:
          if (line.isNamed(text, 'upgrade')) {
            head.upgrade = join(head.upgrade, line.value(text));
            isKept = false;
          } else if (line.isNamed(text, 'x-cache'))
            head.ownCacheField = join(head.ownCacheField, line.value(text));
          break;
        case 8:
          if (isRedirection(head.status) && line.isNamed(text, 'location')) head.location = line.value(text);
          break;
        case 10:
          if (line.isNamed(text, 'connection')) {
            connection = join(connection, line.value(text).toLowerCase());
            isKept = false;
          } else if (line.isNamed(text, 'keep-alive')) {
            keepAlive = line.value(text);
            isKept = false;
          }
          break;
        case 12:
          if (line.isNamed(text, 'x-request-id')) head.hasRequestId = true;
          else if (line.isNamed(text, 'cache-status'))
            head.cacheStatus = join(head.cacheStatus, line.value(text));
          break;
        case 14:
          if (!line.isNamed(text, 'content-length')) break;
          // Not allowed there, and a client that uses it would take what follows for content (RFC 9110 section 8.6).
          isKept = head.status >= 200 && head.status !== 204 && head.contentLength < 0;
          if (!takeLength(head, line.value(text))) {
            if (!isWithoutContent) return 'framing_ambiguous';
            isLengthKnown = false;
          } else if (!isKept && !isWithoutContent) return 'framing_ambiguous';
          break;
        case 15:
          if (line.isNamed(text, 'cf-cache-status'))
            head.ownCacheField = join(head.ownCacheField, line.value(text));
          break;
        case 16:
          isKept = !line.isNamed(text, 'proxy-connection');
          break;
        case 17:
          if (!line.isNamed(text, 'transfer-encoding')) break;
          if (!isWithoutContent && (head.isChunked || line.value(text).toLowerCase() !== 'chunked'))
            return 'transfer_coding_unknown';
          head.isChunked = true;
          isKept = false;
          break;
        case 18:
          isKept = !line.isNamed(text, 'proxy-authenticate');
          break;
        case 22:
          isKept = !line.isNamed(text, 'x-nameplate-request-id');
          break;
        default:
      }
      if (isKept) continue;
      head.fields += text.slice(runStart, at);
      runStart = line.position;
    }
    if (head.isChunked && !isWithoutContent && (head.contentLength >= 0 || head.minorVersion === 0))
      return 'framing_ambiguous';
    if (line.hasSpaceBeforeColon) head.fields = withoutSpaceBeforeColons(head.fields);
    // Nothing follows, whatever the fields say (RFC 9112 section 6.3); the client gets none that contradict each other.
    if (isWithoutContent && (head.isChunked || !isLengthKnown)) {
      head.contentLength = -1;
      head.fields = head.fields.replaceAll(lengthLine, '');
    }
    this.#takeConnection(head, connection, keepAlive);
    return head;
  }

  #takeConnection(head: ResponseHead, connection: string, keepAlive: string): void {
    head.keepsAlive = head.minorVersion === 1;
    if (connection !== '' && connection !== 'keep-alive') {
      const options = connection.split(',').map((option) => option.trim());
      if (options.includes('close')) head.keepsAlive = false;
      else if (options.includes('keep-alive')) head.keepsAlive = true;
      head.fields = withoutFields(head.fields, new Set(options));
      if (options.includes('x-request-id')) head.hasRequestId = false;
    } else if (connection === 'keep-alive') head.keepsAlive = true;
    const seconds = /(?:^|[,\s])timeout=([0-9]{1,6})/i.exec(keepAlive)?.[1];
    if (seconds !== undefined) head.keepAliveMs = Number(seconds) * 1000;
  }
}

function isRedirection(status: number): boolean {
  return status >= 300 && status < 400;
}

function ageIn(value: string): number {
  return value.length <= maxAgeDigits && canonicalNumber.test(value) ? Number(value) : -1;
}

/** Takes the value of a Content-Length; false if it is none, or contradicts one before it. */
function takeLength(head: ResponseHead, value: string): boolean {
  const length = canonicalNumber.test(value) ? Number(value) : -1;
  if (!Number.isSafeInteger(length) || length < 0) return false;
  if (head.contentLength >= 0) return head.contentLength === length;
  head.contentLength = length;
  return true;
}

/** Leaves out the field lines with one of these lower-case names. */
export function withoutFields(fields: string, names: ReadonlySet<string>): string {
  const line = new FieldLine();
  let kept = '';
  for (let at = 0; at < fields.length && line.scan(fields, at) === 'field'; at = line.position) {
    const name = fields.slice(line.nameStart, line.nameEnd).toLowerCase();
    // A sender may not call these hop-by-hop: without them the message would mean something else.
    if (!names.has(name) || name === 'content-length' || name === 'host')
      kept += fields.slice(at, line.position);
  }
  return kept;
}

function join(list: string, value: string): string {
  return list === '' ? value : `${list},${value}`;
}
