/** The elements and their events, for programs that use them. Source: docs/guides/embedding.md. */

/** `<nameplate-statistics>`: a custom domain's visitors. Each property is an attribute, too; null where there is none. */
export interface NameplateStatistics extends HTMLElement {
  /** A signed token, or an access token with the scope `analytics`. Another one makes it read again. */
  token: string | null;
  /** The uuid or host of a custom domain; without it, the token's. */
  domain: string | null;
  /** `day`, `7d`, `30d` (default), `90d` or `12mo`, until somebody chooses another one. */
  period: string | null;
  /** An IANA name; without it, the browser's. */
  timezone: string | null;
  /** `light`, `dark`, or `auto`: as the browser prefers. Without it, as the page around it is. */
  theme: string | null;
  /** A language tag; without it, the page's `lang`, else the browser's. */
  locale: string | null;
  /** Reads again. */
  refresh(): void;
}

/** `<nameplate-connect>`: the page at which a customer connects a domain. */
export interface NameplateConnect extends HTMLElement {
  /** The address of a connect link. */
  link: string | null;
  theme: string | null;
  locale: string | null;
}

export type NameplateStatisticsState = {
  /** `empty`: nobody came in this time. */
  readonly state: 'ready' | 'empty';
  readonly domain: { readonly uuid: string; readonly host: string; readonly external_id: string };
  readonly period: string;
};

export type NameplateConnectState = {
  /** `waiting`: something is left to do; `ready`: the domain is live. */
  readonly state: 'waiting' | 'ready';
  readonly host: string;
};

export type NameplateFailure = {
  /**
   * The API's `error_code`; `unreachable`, if there was no answer that this page may read; `link_invalid`, `link_closed` or
   * `not_shown` of a connect link.
   */
  readonly code: string;
  /** The answer's; 0 without one. */
  readonly status: number;
  /** When the element tries again by itself; null: it doesn't. */
  readonly retryAfterSeconds: number | null;
};

declare global {
  interface HTMLElementTagNameMap {
    'nameplate-statistics': NameplateStatistics;
    'nameplate-connect': NameplateConnect;
  }

  interface HTMLElementEventMap {
    /** It has begun to load. */
    'nameplate-loading': CustomEvent<null>;
    /** It shows something, or what it shows has changed. */
    'nameplate-state': CustomEvent<NameplateStatisticsState | NameplateConnectState>;
    /** It could not. With `preventDefault()` it shows no message. */
    'nameplate-error': CustomEvent<NameplateFailure>;
  }
}
