/** A request as the edge or an import records it. Source: docs/reference/spool.md ("Files"). */

/** What segments of older programs, and most logs, do not say. */
export type RequestDetails = {
  /** That was asked, lower case, without the port. */
  readonly host: string;
  /** `1.0`, `1.1` or `2`. */
  readonly httpVersion: string;
  /** As OpenSSL names it, `TLSv1.3`. */
  readonly tlsVersion: string;
  /** Scheme and host of the page that led here. */
  readonly referrer: string;
  /** Its path, where the domain records that; latin1, may hold any byte. */
  readonly referrerPath: string;
  /** What the query's `utm_source` or `ref` says, as it was sent; latin1. */
  readonly campaignSource: string;
  /** Uuid of the redirect whose click it is. */
  readonly redirectUuid: string;
  /** Name of the rule that answered, or `#` and its place. */
  readonly rule: string;
  /** The Location of the answer without query and fragment; latin1, may hold any byte. */
  readonly target: string;
  /** From the end of routing to the head of the upstream's answer; 0 without an upstream. */
  readonly upstreamUs: number;
  /** Why the client did not get what the host has for it. */
  readonly failure: string;
  /** Uuid that names the request in its answer. */
  readonly requestId: string;
  /** Host and port that it was proxied to. */
  readonly upstream: string;
  /** The Location of the upstream's answer without query and fragment; latin1, may hold any byte. */
  readonly upstreamLocation: string;
  /** One of `cacheOutcomes` (core/cache-outcome.ts). */
  readonly cache: string;
  /** Since the cache's copy was made; 0 when that isn't known. */
  readonly cacheAgeSeconds: number;
  /** `measured` or `not_measured`, of page loads only. */
  readonly pageLoad: string;
  /** Whether the crawler's operator signed it. */
  readonly isSigned: boolean;
};

/** Nothing but what every record has. */
export const noDetails: RequestDetails = {
  host: '',
  httpVersion: '',
  tlsVersion: '',
  referrer: '',
  referrerPath: '',
  campaignSource: '',
  redirectUuid: '',
  rule: '',
  target: '',
  upstreamUs: 0,
  failure: '',
  requestId: '',
  upstream: '',
  upstreamLocation: '',
  cache: '',
  cacheAgeSeconds: 0,
  pageLoad: '',
  isSigned: false,
};

export type RequestRecord = RequestDetails & {
  /** Uuid that it is counted under: of the custom domain, else of the redirect, else of the list of rules of its host. */
  readonly domainUuid: string;
  /** First byte of the request, milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  readonly durationUs: number;
  /** Start line, fields and body. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly status: number;
  readonly method: string;
  /** Raw, without the query; latin1, may hold any byte. */
  readonly path: string;
  /** Of the client behind trusted proxies. */
  readonly clientAddress: string;
  /** Latin1; '' when the request has none. */
  readonly userAgent: string;
};
