/**
 * A host's rules, as they are stored and as the API shows them. Source: docs/reference/rules.md ("The form of a rule").
 *
 * The first rule whose conditions all hold acts. A rule that doesn't answer lets the ones after it look too.
 */

/** What every condition needs to hold for; all that are given must. Without any, a rule always holds. */
export type RuleConditions = {
  /** An exact path, with `:placeholder` for one segment and a trailing `*` for the rest; see docs/reference/rules.md ("Paths"). */
  readonly path?: string;
  readonly methods?: readonly string[];
  /** Parameter names; `true` = present, `:name` = present and kept as a placeholder, other text = this value. */
  readonly query?: Readonly<Record<string, string | true>>;
  /** ISO 3166-1 alpha-2 codes. */
  readonly countries?: readonly string[];
  /** Language tags; `de` includes `de-AT`. */
  readonly languages?: readonly string[];
  readonly devices?: readonly RuleDevice[];
  /** A list has classes of bots and names. */
  readonly bots?: 'any' | 'none' | readonly string[];
  /** Addresses and CIDR ranges. */
  readonly addresses?: readonly string[];
  /** ISO 8601 with a zone; included. */
  readonly starts_at?: string;
  /** ISO 8601 with a zone; excluded. */
  readonly ends_at?: string;
  /** Percent of visitors, 0 to 100; a visitor stays in or out as long as the salt lives. */
  readonly share?: number;
};

/** In the order in which they are written. */
export const conditionNames = [
  'path',
  'methods',
  'query',
  'countries',
  'languages',
  'devices',
  'bots',
  'addresses',
  'starts_at',
  'ends_at',
  'share',
] as const;

export type RuleDevice = 'mobile' | 'tablet' | 'desktop';

export type RedirectAction = {
  /** Absolute, or a path on the same host; `:placeholder` and `:splat` are replaced in its path, query and fragment. */
  readonly to: string;
  readonly status: 301 | 302 | 303 | 307 | 308;
  /** Whether the request's query is passed on. */
  readonly query: boolean;
};

export type ProxyAction = {
  readonly upstream_uuid: string;
  /** Taken from the path's beginning. */
  readonly strip_prefix?: string;
  /** Put before the path then. */
  readonly prefix?: string;
  readonly host_header: 'upstream' | 'original';
};

export type RespondAction = { readonly status: number; readonly content_type: string; readonly body: string };

/** Stored with hashes, shown without either. */
export type BasicAuthUser = {
  readonly name: string;
  readonly password?: string;
  readonly password_hash?: string;
};

export type BasicAuthAction = { readonly realm: string; readonly users: readonly BasicAuthUser[] };

export type RateLimitAction = { readonly requests: number; readonly seconds: number };

/** Null removes a field. */
export type SetHeadersAction = {
  readonly request?: Readonly<Record<string, string | null>>;
  readonly response?: Readonly<Record<string, string | null>>;
};

export type RuleAction =
  | { readonly redirect: RedirectAction }
  | { readonly proxy: ProxyAction }
  | { readonly respond: RespondAction }
  | { readonly block: Readonly<Record<string, never>> }
  | { readonly basic_auth: BasicAuthAction }
  | { readonly rate_limit: RateLimitAction }
  | { readonly set_headers: SetHeadersAction }
  | { readonly pass: Readonly<Record<string, never>> };

export const maxRuleNameLength = 200;

export type Rule = {
  readonly name?: string;
  readonly active: boolean;
  readonly if?: RuleConditions;
  readonly then: RuleAction;
};
