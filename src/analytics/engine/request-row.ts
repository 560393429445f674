/**
 * A request as it is stored: one row of the table `requests`. Source: docs/reference/analytics-store.md ("The table
 * `requests`").
 */
import type { BotVerified } from '../../core/bot-verified.ts';
import type { PageLoad } from '../../core/page-load.ts';

/** Columns that rows of older programs have empty. */
export type RequestRowDetails = {
  /** That was asked. */
  readonly host: string;
  /** `HTTP/1.1`; '' when it isn't known. */
  readonly protocol: string;
  /** `TLSv1.3`; '' in clear text, and when it isn't known. */
  readonly tls_version: string;
  /** ISO 3166-1 alpha-2; '' when it isn't known. */
  readonly country: string;
  /** Display name: 'Google', a host, or 'Direct'. */
  readonly source: string;
  /** Display name: 'Chrome', 'Unknown'. */
  readonly browser: string;
  /** Display name: 'macOS', 'Unknown'. */
  readonly operating_system: string;
  /** By the user agent; '' when it can't be told. */
  readonly device: 'mobile' | 'tablet' | 'desktop' | '';
  /** '' for what is no crawler. */
  readonly bot_class: string;
  /** Uuid of the redirect whose click it is: its own answer, or that of a rule of its host; '' for none. */
  readonly redirect: string;
  /** Hash of the visitor of a click or page load, 64 bits as decimal text; '0' for none. */
  readonly visitor: string;
  /** Name of the rule that answered, or `#` and its place; '' for none. */
  readonly rule: string;
  /** The Location of the answer without query and fragment; '' for none. */
  readonly target: string;
  /** From the end of routing to the head of the upstream's answer, microseconds; 0 without an upstream. */
  readonly upstream_us: number;
  /** Why the client did not get what the host has for it; '' when it did. */
  readonly failure: string;
  /** Uuid that names the request in its answer; '' when it has none. */
  readonly request_id: string;
  /** Host and port that it was proxied to; '' without an upstream. */
  readonly upstream: string;
  /** The Location of the upstream's answer without query and fragment; '' for none. */
  readonly upstream_location: string;
  /** What caches in front of the upstream did, one of `cacheOutcomes`; '' when they don't say. */
  readonly cache: string;
  /** Seconds since the cache's copy was made; 0 when that isn't known. */
  readonly cache_age: number;
  /** Whether the crawler is who it says it is; '' when it wasn't judged. */
  readonly bot_verified: BotVerified | '';
  /** Whether it is a page load, and whether the page could report its view; '' for other requests. */
  readonly page_load: PageLoad | '';
  /** The host of the referrer, or host and path where the domain records paths; 'Direct' for none. */
  readonly referrer: string;
};

/** Nothing but what every row has. */
export const noRowDetails: RequestRowDetails = {
  host: '',
  protocol: '',
  tls_version: '',
  country: '',
  source: '',
  browser: '',
  operating_system: '',
  device: '',
  bot_class: '',
  redirect: '',
  visitor: '0',
  rule: '',
  target: '',
  upstream_us: 0,
  failure: '',
  request_id: '',
  upstream: '',
  upstream_location: '',
  cache: '',
  cache_age: 0,
  bot_verified: '',
  page_load: '',
  referrer: '',
};

export type RequestRow = RequestRowDetails & {
  /** Uuid of the custom domain, else of the redirect, else of the list of rules of the host that was asked. */
  readonly domain: string;
  /** First byte of the request, milliseconds since the Unix epoch. */
  readonly time: number;
  /** First byte of the request to last byte of the response, microseconds. */
  readonly duration_us: number;
  /** Start line, fields and body. */
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly status: number;
  readonly method: string;
  /** Without the query. Well-formed text: bytes from 0x80 are percent-encoded. */
  readonly path: string;
  /** Name of the crawler; '' when it is none known. */
  readonly bot: string;
  /** Slug of the hosting network; '' when it is none known. */
  readonly datacenter: string;
};
