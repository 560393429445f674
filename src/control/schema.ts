/**
 * The tables of the control store as Kysely sees them. Portable column types only: text, bigint and integer;
 * instants are milliseconds since the Unix epoch, booleans 0 or 1.
 */
import type { ColumnType } from 'kysely';
import type { ChallengeType, DomainStatus } from '../core/custom-domain.ts';
import type { RedirectType, WebAnalyticsMode } from '../core/route.ts';
import type { Flag } from './flag.ts';

/** Written once on insert. */
type Constant<T> = ColumnType<T, T, never>;

export interface AccountRow {
  uuid: Constant<string>;
  name: string;
  created_at: Constant<number>;
  updated_at: number;
}

export type TokenScope = 'read' | 'write';

export interface AccessTokenRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  name: string;
  /** SHA-256 of the whole token, lower-case hex; the token itself is stored nowhere. */
  token_sha256: Constant<string>;
  scope: Constant<TokenScope>;
  expires_at: Constant<number | null>;
  last_used_at: number | null;
  created_at: Constant<number>;
}

export interface RedirectRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  /** Normalised; unique over the whole installation. */
  source_host: string;
  match_path: string;
  destination_url: string;
  redirect_type: RedirectType;
  preserve_path: Flag;
  preserve_query_string: Flag;
  active: Flag;
  created_at: Constant<number>;
  updated_at: number;
}

export interface UpstreamRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  /** A host name, or an IP address without brackets; normalised. */
  host: string;
  port: number;
  tls: Flag;
  /** Sent to the upstream with every request, so kept as it is. */
  auth_token: string;
  created_at: Constant<number>;
  updated_at: number;
}

export interface CustomDomainRow {
  uuid: Constant<string>;
  /** Of the upstream. */
  account_uuid: Constant<string>;
  upstream_uuid: Constant<string>;
  /** Normalised; unique over the whole installation. */
  host: string;
  status: DomainStatus;
  challenge_type: ChallengeType;
  redirect_to_www: Flag;
  web_analytics: WebAnalyticsMode;
  tls_certificate_issued: Flag;
  last_dns_check_at: number | null;
  /** When the check in the background is due. */
  next_dns_check_at: number;
  /** Checks since the records were last found. */
  dns_check_failures: number;
  /** What the last check came to, as JSON. */
  dns_check_report: string | null;
  created_at: Constant<number>;
  updated_at: number;
}

/** A single row: the number of the newest committed revision. */
export interface RevisionClockRow {
  id: Constant<1>;
  value: number;
}

/** `host`: the routes of the host that `subject` names. `token`: the access token with that uuid. */
export type RevisionKind = 'host' | 'token';

/** What changed in each revision, oldest rows trimmed. */
export interface RevisionLogRow {
  revision: Constant<number>;
  kind: Constant<RevisionKind>;
  subject: Constant<string>;
}

export interface ControlSchema {
  accounts: AccountRow;
  access_tokens: AccessTokenRow;
  redirects: RedirectRow;
  upstreams: UpstreamRow;
  custom_domains: CustomDomainRow;
  revision_clock: RevisionClockRow;
  revision_log: RevisionLogRow;
}
