/**
 * Makes the head of the request that goes to an upstream.
 * Source: docs/reference/proxy.md; RFC 9110 sections 7.6.1, 7.6.3 and 7.8; RFC 9112 section 11.2.
 */
import { challengeCookie } from '../../core/challenge-paths.ts';
import { clientClaimFields } from '../../core/client-address-field.ts';
import type { DomainRoute, UpstreamRoute, UpstreamTarget } from '../../core/route.ts';
import type { Exchange } from '../http1/exchange.ts';
import { FieldLine } from '../http1/field-line.ts';
import type { RequestHead } from '../http1/request-head.ts';
import { traceFieldOf } from '../tracer.ts';
import type { Scheme } from '../trusted-proxies.ts';
import type { AnswerChange } from './answer-change.ts';
import { geoFieldNames } from './geo-fields.ts';
import { withoutFields } from './response-head.ts';

/** Hop-by-hop, or set below: never passed on as they came. */
const dropped: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'x-served-for',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-request-id',
  'x-client-cert-fingerprint',
  'x-client-cert-subject',
  'http2-settings',
  // CGI makes a variable of it that programs take for their own proxy (httpoxy.org).
  'proxy',
]);

const claims: ReadonlySet<string> = new Set(clientClaimFields);
/** CGI and its successors map these to one variable: `X_Forwarded_For`, `X.Forwarded.For` and `X-Forwarded-For`. */
const hyphenTwins = /[^a-z0-9]/g;
const claimPrefix = 'x-forwarded';
/** Of fields that only this program sets. */
const ownPrefix = 'x-nameplate-';
/** None of the prefixes is shorter. */
const shortestX = claimPrefix.length;
const letterX = 0x78;
/** Stands for this program in Via (RFC 9110 section 7.6.3). */
const viaName = 'nameplate';

const expectField: ReadonlySet<string> = new Set(['expect']);
const traceField: ReadonlySet<string> = new Set(['traceparent']);
const droppedLengths: readonly boolean[] = lengthsOf([...dropped, ...claims]);

export type ForwardedFor = {
  readonly isTrusted: boolean;
  readonly scheme: Scheme;
};

const aboveAscii = /[\u0080-\u00ff]/g;

/** What a rule sends in place of the request's own path, and host. */
export type ProxyTarget = { readonly path: string; readonly keepsHost: boolean };

/** Origin form. Bytes above ASCII are percent-encoded: a URI has none (RFC 3986 section 2), and upstreams differ. */
function targetOf({ target, path, query }: RequestHead, rewritten: ProxyTarget | null): string {
  if (rewritten) return escaped(target.includes('?') ? `${rewritten.path}?${query}` : rewritten.path);
  const isOriginForm = target.startsWith('/');
  const raw = isOriginForm ? target : query === '' && !target.includes('?') ? path : `${path}?${query}`;
  return escaped(raw);
}

function escaped(raw: string): string {
  return raw.replaceAll(aboveAscii, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The whole head, the empty line included, latin1. `facts`: field lines about the visitor and the domain. */
export function forwardHead(
  exchange: Exchange,
  head: RequestHead,
  domain: DomainRoute,
  domainHost: string,
  forwarded: ForwardedFor,
  upgrade: string,
  change: AnswerChange | null,
  facts: string,
  rewritten: ProxyTarget | null = null,
): string {
  const { isTrusted, scheme } = forwarded;
  const before = isTrusted ? allOf(head, 'x-forwarded-for') : '';
  const { authority } = head;
  const ownHost = authority.port === 0 ? authority.host : `${authority.host}:${authority.port}`;
  const keepsHost = rewritten ? rewritten.keepsHost : domain.upstream.keepsHost;
  const hostField = keepsHost ? ownHost : hostFieldOf(domain.upstream);
  const forwardedHost = (isTrusted && head.field('x-forwarded-host')) || ownHost;
  const { trace } = exchange;
  const edits = exchange.requestEdits;
  const { geoFields = false } = domain.upstream;
  const edited = edits
    ? edits.applyTo(keptFields(head, isTrusted, geoFields))
    : keptFields(head, isTrusted, geoFields);
  const passed = geoFields && edits ? withoutFields(edited, geoFieldNames) : edited;
  const untraced = trace ? withoutFields(passed, traceField) + traceFieldOf(trace) : passed;
  const kept = untraced.includes(ownCookie) ? withoutOwnCookie(untraced) : untraced;
  let text =
    `${head.method} ${targetOf(head, rewritten)} HTTP/1.1\r\nHost: ${hostField}\r\n${change ? change.fieldsToPass(kept) : kept}` +
    `${facts}X-Served-For: ${domainHost}\r\n` +
    `X-Forwarded-For: ${before === '' ? '' : `${before}, `}${exchange.peerAddress}\r\n` +
    `X-Forwarded-Proto: ${scheme}\r\nX-Forwarded-Host: ${forwardedHost}\r\n` +
    `X-Nameplate-Auth-Token: ${domain.upstream.authToken}\r\nX-Request-Id: ${exchange.requestId}\r\nVia: 1.${head.minorVersion} ${viaName}\r\n`;
  // The length as parsed and applied here, not the field as written.
  if (head.isChunked) text += 'Transfer-Encoding: chunked\r\n';
  else if (head.contentLength >= 0) text += `Content-Length: ${head.contentLength}\r\n`;
  if (upgrade !== '') text += `Connection: Upgrade\r\nUpgrade: ${upgrade}\r\n`;
  else if (acceptsTrailers(head)) text += 'Connection: TE\r\nTE: trailers\r\n';
  return `${text}\r\n`;
}

const ownCookie = `${challengeCookie}=`;
const cookieLine = /^cookie:[ \t]*(.*)\r\n/gim;

/** Without the cookie of challenges, which isn't the site's. */
function withoutOwnCookie(fields: string): string {
  return fields.replaceAll(cookieLine, (line: string, cookies: string) => {
    const all = cookies.split(';');
    const kept = all.filter((cookie) => !cookie.trimStart().startsWith(ownCookie));
    if (kept.length === all.length) return line;
    return kept.length === 0 ? '' : `Cookie: ${kept.join(';').trim()}\r\n`;
  });
}

/** `Host` for the upstream's own place, which has no port. */
export function hostFieldOf({ host }: Pick<UpstreamRoute, 'host'>): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** A target's host and port, as records and the log have them. */
export function placeOf(target: UpstreamTarget): string {
  return `${hostFieldOf(target)}:${target.port}`;
}

/** Copies the field section run by run, without the lines that stay here. */
function keptFields(head: RequestHead, isTrusted: boolean, dropsGeo: boolean): string {
  const section = head.fieldSection;
  const line = new FieldLine();
  let kept = '';
  let runStart = 0;
  let at = 0;
  for (; line.scan(section, at) === 'field'; at = line.position) {
    if (!isDropped(section, line, isTrusted, dropsGeo)) continue;
    kept += section.slice(runStart, at);
    runStart = line.position;
  }
  kept += section.slice(runStart, at);
  // HTTP/1.0 ignores the expectation, so no client waits for the answer.
  if (head.minorVersion === 0) kept = withoutFields(kept, expectField);
  const options = head.connectionOptions;
  if (options === '' || options === 'keep-alive' || options === 'close' || options === 'upgrade') return kept;
  return withoutFields(kept, new Set(listOf(options)));
}

function isDropped(section: string, line: FieldLine, isTrusted: boolean, dropsGeo: boolean): boolean {
  const length = line.nameEnd - line.nameStart;
  const mayClaim = length >= shortestX && (section.charCodeAt(line.nameStart) | 0x20) === letterX;
  if (!droppedLengths[length] && !mayClaim) return false;
  const name = section.slice(line.nameStart, line.nameEnd).toLowerCase().replaceAll(hyphenTwins, '-');
  if (geoFieldNames.has(name)) return dropsGeo || !isTrusted;
  return (
    dropped.has(name) ||
    name.startsWith(ownPrefix) ||
    (!isTrusted && (claims.has(name) || name.startsWith(claimPrefix)))
  );
}

/**
 * Of a trailer section, the lines to pass on: none that would not pass in a head, for some programs merge the two
 * (RFC 9110 section 6.5.1).
 */
export function passedTrailers(trailers: string): string {
  const line = new FieldLine();
  let kept = '';
  for (let at = 0; at < trailers.length && line.scan(trailers, at) === 'field'; at = line.position) {
    if (!isDropped(trailers, line, false, true) && !line.isNamed(trailers, 'trailer'))
      kept += trailers.slice(at, line.position);
  }
  return kept;
}

/** How often this program has passed the request on already: an upstream may lead back here. */
export function passesOf(head: RequestHead): number {
  if (!head.fieldSection.includes(viaName)) return 0;
  return allOf(head, 'via')
    .split(',')
    .filter((entry) => entry.trim().endsWith(` ${viaName}`)).length;
}

/** Whether a Connection field names an option, given in lower case. */
export function hasOption(head: RequestHead, option: string): boolean {
  const options = head.connectionOptions;
  return options === option || (options !== '' && listOf(options).includes(option));
}

/** All values of a field, given in lower case, as one list. */
export function allOf(head: RequestHead, lowerCaseName: string): string {
  return valuesOf(head, lowerCaseName).join(', ');
}

/** The same, each for itself: of fields that are no lists, such as Cookie. */
export function valuesOf(head: RequestHead, lowerCaseName: string): string[] {
  const values: string[] = [];
  const { fields } = head;
  for (let i = 0; i < fields.length; i += 2) {
    if (fields[i]?.toLowerCase() === lowerCaseName) values.push(fields[i + 1] ?? '');
  }
  return values;
}

function acceptsTrailers(head: RequestHead): boolean {
  return hasOption(head, 'te') && /(?:^|,)\s*trailers\s*(?:,|$)/i.test(allOf(head, 'te'));
}

/** The items of a comma-separated list. */
export function listOf(value: string): string[] {
  return value.split(',').map((item) => item.trim());
}

function lengthsOf(names: readonly string[]): boolean[] {
  const lengths: boolean[] = [];
  for (const name of names) lengths[name.length] = true;
  return lengths;
}
