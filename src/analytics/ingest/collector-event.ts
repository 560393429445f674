/**
 * Reads an event's body: any input results in either an event or a reason for refusing it.
 * Source: docs/reference/tracker.md ("What it sends").
 */
import { isUtf8 } from 'node:buffer';
import { parseHostname } from '../../core/hostname.ts';
import { parseIpAddress } from '../../core/ip-address.ts';
import { type ReportName, reportNameOf } from '../../core/report-scripts.ts';
import { type EventDetails, plainPageview } from '../engine/pageview-row.ts';
import type { CollectRefusal } from './collector-refusals.ts';
import { readEngagement } from './engagement-report.ts';
import { readDetails } from './event-details.ts';
import { anyOrigin, referrerPath } from './request-source.ts';
import { readVitals } from './vitals-report.ts';

/** The most that browsers send without waiting for the response (Fetch standard, keepalive). */
export const maxEventBytes: number = 64 * 1024;

/** Who sends an event. */
export type EventSender = {
  /** Behind trusted proxies. */
  readonly clientAddress: string;
  /** Latin1; '' when there is none. */
  readonly userAgent: string;
  /** `[name, value, name, value, …]`; those that hold no signals may be left out. */
  readonly fields: readonly string[];
  /** Whether it is a server that has shown an access token. */
  readonly isServer?: boolean;
};

/** A page's event, as its tracker reports it. */
export type PageEvent = {
  /** Of the custom domain the page says it belongs to: the page's own, unless it names another. */
  readonly siteHost: string;
  /** Of the page, lower case, without port and trailing dot. */
  readonly host: string;
  /** Percent-encoded, begins with `/`. */
  readonly path: string;
  /** UTM parameters only, as sent. */
  readonly query: string;
  /** Scheme and host only; '' when there is none. */
  readonly referrer: string;
  /** Its path, which only some domains record. */
  readonly referrerPath: string;
  /** CSS pixels; 0 when unknown. */
  readonly width: number;
  readonly details: EventDetails;
};

/** The edge doesn't accept longer targets in requests either. */
const maxUrlLength = 8 * 1024;
/** Wider than any video wall; larger numbers aren't widths. */
const maxWidth = 32_767;
const utm = /(?:^|[?&])utm_/i;

export function readEvent(body: Buffer): PageEvent | CollectRefusal {
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null || !('u' in value)) return 'body_invalid';
  const url = typeof value.u === 'string' ? parseUrl(value.u) : undefined;
  if (!url) return 'url_invalid';
  const host = withoutDot(url.hostname);
  const declared = 'd' in value ? value.d : undefined;
  const siteHost = declared === undefined ? host : hostOf(declared);
  if (siteHost === undefined) return 'host_other';
  const details = detailsOf(value);
  if (typeof details === 'string') return details;
  const referrer = 'r' in value && typeof value.r === 'string' ? value.r : '';
  return {
    siteHost,
    host,
    path: url.pathname,
    query: utmOf(url.search),
    referrer: anyOrigin(referrer),
    referrerPath: referrerPath(referrer),
    width: 'w' in value ? widthOf(value.w) : 0,
    details,
  };
}

/**
 * Returns the visitor that a server's event names by `ip` and `ua`; whatever it leaves out is taken from the sender,
 * `server`.
 */
export function readVisitor(body: Buffer, server: EventSender): EventSender | CollectRefusal {
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null) return 'body_invalid';
  const { ip, ua } = value as { readonly ip?: unknown; readonly ua?: unknown };
  if (ip !== undefined && (typeof ip !== 'string' || !parseIpAddress(ip))) return 'sender_invalid';
  if (ua !== undefined && typeof ua !== 'string') return 'sender_invalid';
  return {
    clientAddress: ip ?? server.clientAddress,
    userAgent: ua?.toWellFormed() ?? server.userAgent,
    fields: server.fields,
    isServer: true,
  };
}

const reportReaders: Readonly<Record<ReportName, (value: object) => EventDetails | CollectRefusal>> = {
  engagement: readEngagement,
  vitals: readVitals,
};

function detailsOf(value: object): EventDetails | CollectRefusal {
  if (!('n' in value || 'p' in value || '$' in value)) return plainPageview;
  const { n, p, $ } = value as { readonly n?: unknown; readonly p?: unknown; readonly $?: unknown };
  const report = reportNameOf(n);
  return report === undefined ? readDetails(n, p, $) : reportReaders[report](value);
}

function parseJson(body: Buffer): unknown {
  if (body.length > maxEventBytes || !isUtf8(body)) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Lone surrogates, control characters and markup come out percent-encoded, or not at all. */
function parseUrl(text: string): URL | undefined {
  if (text.length > maxUrlLength) return undefined;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}

function withoutDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function hostOf(declared: unknown): string | undefined {
  if (typeof declared !== 'string') return undefined;
  const parsed = parseHostname(declared);
  return parsed.ok ? parsed.host : undefined;
}

/** The rest of a query may contain private data: names, searches, tokens. */
function utmOf(search: string): string {
  if (search === '' || !utm.test(search)) return '';
  return search
    .slice(1)
    .split('&')
    .filter((parameter) => utm.test(parameter))
    .join('&');
}

function widthOf(width: unknown): number {
  return typeof width === 'number' && width >= 1 && width <= maxWidth ? Math.round(width) : 0;
}
