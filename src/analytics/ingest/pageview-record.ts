/** An event as the collector or an import records it. Source: docs/reference/spool.md. */

import type { EventDetails } from '../engine/pageview-row.ts';
import type { ScreenClass } from '../lookup/screen.ts';

/** What an import already knows; each field takes precedence over a look-up. */
export type ResolvedPageview = {
  /** Display name. */
  readonly source?: string;
  readonly browser?: string;
  readonly operatingSystem?: string;
  readonly screen?: ScreenClass;
  /** ISO 3166-1 alpha-2, upper case. With any of the four, the location is not looked up. */
  readonly country?: string;
  /** ISO 3166-2 code. */
  readonly region?: string;
  readonly regionName?: string;
  readonly city?: string;
};

export type PageviewRecord = {
  /** Uuid of the custom domain whose page it is. */
  readonly domainUuid: string;
  /** Of the collector's clock; of an import, when the page was viewed. Milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
  /** 64 bits; as they are read, in decimal text. */
  readonly visitor: bigint | string;
  /** The same visitor under the salt before; 0 = none. */
  readonly previousVisitor: bigint | string;
  /** Of the page's URL, lower case, without the port. */
  readonly host: string;
  /** Of the page's URL, percent-encoded, without query and fragment. */
  readonly path: string;
  /** Of the page's URL, with or without the question mark; only UTM parameters are read from it. */
  readonly query: string;
  /** A URL, of which its path doesn't count; '' when there is none. */
  readonly referrer: string;
  /** Its path, where the domain records that; absent otherwise. */
  readonly referrerPath?: string;
  /** Of the viewport, CSS pixels; 0 when unknown. */
  readonly width: number;
  readonly userAgent: string;
  /** The client's network as its first address: the first 24 bits of IPv4, 48 of IPv6; '' when unknown. */
  readonly clientNetwork: string;
  /** Of imports only. */
  readonly resolved?: ResolvedPageview;
  /** Absent: {@link plainPageview}. */
  readonly details?: EventDetails;
  /** Whether a server sent it, with an access token. */
  readonly isFromServer?: boolean;
};
