/**
 * The tables of the control store as Kysely sees them. Portable column types only: text, bigint and integer;
 * instants are milliseconds since the Unix epoch, booleans 0 or 1.
 */
import type { ColumnType } from 'kysely';
import type { RedirectType } from '../core/route.ts';

/** Written once on insert. */
type Constant<T> = ColumnType<T, T, never>;
export type Flag = 0 | 1;

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
  revision_clock: RevisionClockRow;
  revision_log: RevisionLogRow;
}
