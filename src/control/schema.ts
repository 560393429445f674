/**
 * The tables of the control store that the store itself or the edge reads, as Kysely sees them; features declare those that are theirs
 * alone. Portable column types only: text, bigint and integer; instants are milliseconds since the Unix epoch, booleans 0 or 1.
 */
import type { Generated } from 'kysely';
import type { KeyType } from '../certificates/key-type.ts';
import type { LimitName } from '../core/account-limits.ts';
import type { ChallengeMethod } from '../core/acme-challenge.ts';
import type { ActorKind, AuditAction, AuditedKind } from '../core/audit.ts';
import type { ErrorPageStatus } from '../core/error-page.ts';
import type { WebhookDeliveryStatus } from '../core/webhook-event.ts';
import type { customCertificateDefinitions } from '../resources/custom-certificate.ts';
import type { customDomainDefinitions } from '../resources/custom-domain.ts';
import type { StoredName } from '../resources/definition.ts';
import type { redirectDefinitions } from '../resources/redirect.ts';
import type { upstreamDefinitions } from '../resources/upstream.ts';
import type { ColumnsOf, Constant } from './columns.ts';
import type { Flag } from './flag.ts';

export interface AccountRow {
  uuid: Constant<string>;
  name: string;
  created_at: Constant<number>;
  updated_at: number;
}

/** What happened to a custom domain, or to an upstream and so to each of its domains. */
export interface AnnotationRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  custom_domain_uuid: Constant<string | null>;
  upstream_uuid: Constant<string | null>;
  at: Constant<number>;
  text: Constant<string>;
  kind: Constant<'note' | 'change'>;
  /** JSON: kind, uuid and name. */
  actor: Constant<string>;
  created_at: Constant<number>;
}

/** `source_host` is unique over the whole installation. */
export type RedirectRow = ColumnsOf<typeof redirectDefinitions>;

export type UpstreamRow = ColumnsOf<
  typeof upstreamDefinitions,
  Exclude<StoredName<typeof upstreamDefinitions>, 'auth_token'>
> & {
  account_uuid: Constant<string>;
  /** Sealed with the secret key `key_id`; plain while that is null, until secret-keys.ts has sealed it. */
  sealed_auth_token: string;
  key_id: string | null;
  /** Which error pages it has: see error-page-digests.ts. */
  error_page_digests: Generated<string>;
  /** See upstream-tls.ts. */
  tls_digest: string;
};

export interface UpstreamClientKeyRow {
  upstream_uuid: Constant<string>;
  /** Sealed with the secret key `key_id`. */
  sealed_key: string;
  key_id: string;
}

/** `host` is unique over the whole installation. */
export type CustomDomainRow = ColumnsOf<typeof customDomainDefinitions> & {
  /** Of the upstream. */
  account_uuid: Constant<string>;
  last_dns_check_at: number | null;
  /** When the check in the background is due. */
  next_dns_check_at: number;
  /** Checks since the records were last found. */
  dns_check_failures: number;
  /** The result of the last check, as JSON. */
  dns_check_report: string | null;
  /** Since when records that were found are not. */
  dns_lost_at: Generated<number | null>;
  /** Whether the challenges of all its hosts led to this service's zone when that was last known. */
  challenges_delegated: Generated<Flag>;
  /** Which error pages it has: see error-page-digests.ts. */
  error_page_digests: Generated<string>;
  /** Of `tls_client_ca`: see custom-domain-row.ts. */
  tls_client_ca_digest: Generated<string>;
};

/** A custom domain that is gone, until every month in which it was there is closed. */
export interface DeletedCustomDomainRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  host: Constant<string>;
  external_id: Constant<string>;
  created_at: Constant<number>;
  deleted_at: Constant<number>;
}

/** A page for failures, of an upstream or a custom domain: one of the two is null. */
export interface ErrorPageRow {
  uuid: Constant<string>;
  upstream_uuid: Constant<string | null>;
  custom_domain_uuid: Constant<string | null>;
  /** Unique for its owner. */
  status: Constant<ErrorPageStatus>;
  html: string;
  /** Of `html`, in UTF-8: pages are read a few megabytes at a time. */
  size_bytes: number;
  created_at: Constant<number>;
  updated_at: number;
}

/** A host that belongs to an account: redirects, custom domains and certificates of others do not serve it. */
export interface HostClaimRow {
  host: Constant<string>;
  account_uuid: string;
  /** Null: made by an older program. */
  claimed_at: number | null;
  /** When a DNS record, a proof or a request first showed that the host leads here; null: nothing has. */
  seen_at: number | null;
}

/** The account that gave a host up last; kept for a while. Nobody has the host since then. */
export interface ReleasedHostRow {
  host: Constant<string>;
  account_uuid: string;
  released_at: number;
}

/** What a host does with requests; `host` is unique over the whole installation. */
export interface HostRulesRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  host: Constant<string>;
  /** JSON, as docs/reference/rules.md has it, with hashes in place of passwords; never empty. */
  rules: string;
  rule_count: number;
  /** Of `rules`, in UTF-8: lists are read a few megabytes at a time. */
  size_bytes: number;
  /** Counts up from 1 with each replacement. */
  version: number;
  created_at: Constant<number>;
  updated_at: number;
}

/** An upstream that rules proxy to. */
export interface RuleUpstreamRow {
  rules_uuid: Constant<string>;
  upstream_uuid: Constant<string>;
}

/** The key of visitor hashes of a time; times do not overlap. */
export interface VisitorSaltRow {
  from_ms: Constant<number>;
  /** Not included. */
  to_ms: number;
  /** 32 bytes, base64. */
  salt: Constant<string>;
}

/** What is known of a certificate, none of which changes; its key is in {@link CertificateKeyRow}. */
export type CustomCertificateRow = ColumnsOf<typeof customCertificateDefinitions> & {
  account_uuid: Constant<string>;
  /** An issuer that clients may not have, because the chain ends before it. */
  missing_issuer: Constant<string | null>;
  /** The last warning that was logged of its end: so many days before. */
  expiry_notice_days: number | null;
};

/** What serving a certificate takes. */
export interface CertificateKeyRow {
  certificate_uuid: Constant<string>;
  /** PEM, leaf first. */
  chain_pem: Constant<string>;
  /** The private key, PKCS #8 in PEM, sealed with the secret key `key_id`. */
  sealed_key: string;
  key_id: string;
}

/** A host name or wildcard that a certificate is served for, with what choosing among several looks at. */
export interface CertificateNameRow {
  certificate_uuid: Constant<string>;
  name: Constant<string>;
  /** The wildcard that would do as well; null for wildcards. */
  covered_by: Constant<string | null>;
  account_uuid: Constant<string>;
  key_type: Constant<KeyType>;
  not_before: Constant<number>;
  expires_at: Constant<number>;
}

/** `current`: new secrets are sealed with it. `previous`: a rotation away from it is not finished. */
export type SecretKeyState = 'current' | 'previous';

/** Secret keys by ids that are derived from them one way, which also tell whether a machine has the right ones. */
export interface SecretKeyRow {
  key_id: Constant<string>;
  state: SecretKeyState;
  created_at: Constant<number>;
}

/** An account with a certificate authority. */
export interface AcmeAccountRow {
  id: Constant<string>;
  directory_url: Constant<string>;
  /** Of the external account it is bound to; '' for none. Of one that was imported: `imported:` and the thumbprint of its key. */
  external_key_id: Constant<string>;
  /** Null until the authority has it, and once it no longer knows it. */
  url: string | null;
  sealed_key: string;
  key_id: string;
  created_at: Constant<number>;
  /** When its order budget is full again. */
  orders_full_at: number;
}

/** A host that a certificate is to be had for, with the one it has. */
export interface AutomaticCertificateRow {
  host: Constant<string>;
  /** Whose claim it is ordered for; null: nobody's, as of the edge's own name. */
  account_uuid: Constant<string | null>;
  /** When the next order, or look at the host, is due; 0: an order at once, whatever there is. */
  next_attempt_at: number;
  /** Since when its order waits for the budget; null: it doesn't. */
  queued_at: number | null;
  /** Tells the holder of the lease from others. */
  lease: string | null;
  leased_until: number | null;
  /** Attempts since the last certificate. */
  failures: number;
  last_error: string | null;
  /** An OrderFailureCode; null too of failures from before there were any. */
  last_error_code: string | null;
  last_attempt_at: number | null;
  /** These are null while there is no certificate. */
  fingerprint: string | null;
  issuer: string | null;
  not_before: number | null;
  expires_at: number | null;
  /** Of the authority that issued it; also null where that isn't known. */
  directory_url: string | null;
  /** The imported account that it was ordered with; null: this installation's own. */
  acme_account_id: string | null;
  /** Whether webhooks told that the certificate, which is not renewed, ends soon. */
  expiry_announced: Flag;
  /** When it is renewed, as its authority suggests; null: by its lifetime. */
  renew_at: number | null;
  /** While the renewal is rehearsed: when the next machine may. Null: there is no certificate. */
  next_rehearsal_at: number | null;
  /** What the last rehearsal of its renewal found, as JSON of a `Rehearsal` (core/renewal.ts); null: there was none. */
  rehearsal: string | null;
  created_at: Constant<number>;
}

/** What serving an automatic certificate takes; like {@link CertificateKeyRow}. */
export interface AutomaticCertificateKeyRow {
  host: Constant<string>;
  chain_pem: string;
  sealed_key: string;
  key_id: string;
}

/** What is shown to an authority that validates. */
export interface AcmeChallengeRow {
  host: Constant<string>;
  token: Constant<string>;
  method: ChallengeMethod;
  key_authorization: Constant<string>;
  /** Of dns-01: where in the responder's zone its record is. */
  dns_label: string | null;
  expires_at: number;
}

/** An order of the last week that a certificate came of, or may have. */
export interface AcmeOrderRow {
  id: Constant<string>;
  /** Of the authority; empty for one made before that was recorded. */
  directory_url: Constant<string>;
  registered_domain: Constant<string>;
  host: Constant<string>;
  ordered_at: Constant<number>;
}

/** A POST of the last day that carried an idempotency key. */
export interface IdempotencyKeyRow {
  /** SHA-256 of access token's uuid and key, lower-case hex. */
  id: Constant<string>;
  request_sha256: Constant<string>;
  /** These are null until the request has succeeded. */
  status: number | null;
  location: string | null;
  /** Encrypted with a key that follows from the access token, which is stored nowhere. */
  sealed_body: string | null;
  expires_at: Constant<number>;
  /** Null of those that programs before version 43 took. */
  account_uuid: Constant<string | null>;
  /** Of `sealed_body`; 0 where it was dropped. */
  body_bytes: Generated<number>;
}

/** A limit that is set for one account. */
export interface AccountLimitRow {
  account_uuid: Constant<string>;
  name: Constant<LimitName>;
  /** Null: none. */
  allowed: number | null;
}

/** Where an account gets events. */
export interface WebhookEndpointRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  url: string;
  description: string;
  /** JSON array of types; empty: all of them. */
  events: string;
  active: Flag;
  /** When and why it was made inactive by the service. */
  disabled_at: number | null;
  disabled_reason: string;
  /** The first failure since the last success. */
  failing_since: number | null;
  /** Of the deliveries, in the order of the transactions that made them. */
  last_sequence: number;
  /** The secret, and the one before it while that still signs, separated by a space. Sealed with the secret key `key_id`. */
  sealed_secrets: string;
  /** Null: the secret is lost with its key, and there is no other yet. */
  key_id: string | null;
  previous_secret_expires_at: number | null;
  created_at: Constant<number>;
  updated_at: number;
}

/** What is delivered, once for all the endpoints that it is for. */
export interface WebhookEventRow {
  uuid: Constant<string>;
  /** As it is sent. */
  body: Constant<string>;
  /** Of the body. */
  bytes: Constant<number>;
}

/** An event for an endpoint. */
export interface WebhookDeliveryRow {
  /** Sent as `webhook-id`. */
  uuid: Constant<string>;
  endpoint_uuid: Constant<string>;
  event_uuid: Constant<string>;
  type: Constant<string>;
  /** A uuid, or a host: deliveries about it arrive in order. */
  resource: Constant<string>;
  sequence: number;
  status: WebhookDeliveryStatus;
  /** JSON array of the newest attempts. */
  attempts: string;
  /** Attempts since it was queued, all failed. */
  failures: number;
  /** Or the end of the lease; null where an earlier delivery comes first, and when it has ended. */
  next_attempt_at: number | null;
  /** Tells the holder of the lease from others. */
  lease: string | null;
  created_at: Constant<number>;
  finished_at: number | null;
}

/** A delivery of a program of schema version 44 or before, with a body of its own. It is moved. */
export type OlderWebhookDeliveryRow = Omit<WebhookDeliveryRow, 'event_uuid'> & { body: Constant<string> };

/** A single row: the number of the newest committed revision. */
export interface RevisionClockRow {
  id: Constant<1>;
  value: number;
}

/**
 * `host`: the routes of the host that `subject` names. `token`: the access token with that uuid, or a session of it.
 * `certificate`: the certificates for a host name or wildcard. `user`: a user's data, memberships or sessions.
 */
export type RevisionKind = 'host' | 'token' | 'certificate' | 'user';

/** What changed in each revision, oldest rows trimmed. */
export interface RevisionLogRow {
  revision: Constant<number>;
  kind: Constant<RevisionKind>;
  subject: Constant<string>;
  /** Random on PostgreSQL, where a server that was behind may take over; '' on SQLite. */
  mark: Generated<string>;
}

/** The node that keeps its analytics embedded beside a shared control store; one row at most. */
export interface AnalyticsLeaseRow {
  id: Constant<1>;
  /** Id of the node's analytics directory. */
  node: string;
  /** Id of its process. */
  run: string;
  expires_at: number;
}

/** A change that an actor made. */
export interface AuditEventRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  created_at: Constant<number>;
  actor_kind: Constant<ActorKind>;
  /** Of an access token or a user; null on the command line. */
  actor_uuid: Constant<string | null>;
  actor_name: Constant<string>;
  address: Constant<string | null>;
  action: Constant<AuditAction>;
  resource: Constant<AuditedKind>;
  resource_uuid: Constant<string>;
  resource_name: Constant<string>;
  /** JSON objects, without secrets; of a change only the attributes that differ. */
  before_values: Constant<string | null>;
  after_values: Constant<string | null>;
}

/** What a resource was or, as the newest one, is: see versions.ts. */
export interface ResourceVersionRow {
  account_uuid: Constant<string>;
  resource: Constant<AuditedKind>;
  /** A uuid; of rules their host. */
  resource_key: Constant<string>;
  /** Counts up from 1. */
  n: Constant<number>;
  created_at: Constant<number>;
  /** JSON: kind, uuid and name; null: made before there were versions. */
  actor: Constant<string | null>;
  /** The audit event of the change that made it. */
  event_uuid: Constant<string | null>;
  /** When another one took its place, or the resource was deleted; null: it is the present one, whose attributes the resource has. */
  replaced_at: number | null;
  /** JSON, without secrets but the hashes of rules' passwords; null of the present one. */
  attributes: string | null;
  /** Of `attributes`, in UTF-8. */
  size_bytes: number;
}

export interface ControlSchema {
  accounts: AccountRow;
  account_limits: AccountLimitRow;
  annotations: AnnotationRow;
  redirects: RedirectRow;
  upstreams: UpstreamRow;
  upstream_client_keys: UpstreamClientKeyRow;
  custom_domains: CustomDomainRow;
  deleted_custom_domains: DeletedCustomDomainRow;
  error_pages: ErrorPageRow;
  host_claims: HostClaimRow;
  released_hosts: ReleasedHostRow;
  host_rules: HostRulesRow;
  rule_upstreams: RuleUpstreamRow;
  idempotency_keys: IdempotencyKeyRow;
  visitor_salts: VisitorSaltRow;
  custom_certificates: CustomCertificateRow;
  certificate_keys: CertificateKeyRow;
  certificate_names: CertificateNameRow;
  secret_keys: SecretKeyRow;
  acme_accounts: AcmeAccountRow;
  automatic_certificates: AutomaticCertificateRow;
  automatic_certificate_keys: AutomaticCertificateKeyRow;
  acme_challenges: AcmeChallengeRow;
  acme_orders: AcmeOrderRow;
  webhook_endpoints: WebhookEndpointRow;
  webhook_events: WebhookEventRow;
  webhook_event_deliveries: WebhookDeliveryRow;
  webhook_deliveries: OlderWebhookDeliveryRow;
  revision_clock: RevisionClockRow;
  revision_log: RevisionLogRow;
  analytics_lease: AnalyticsLeaseRow;
  audit_events: AuditEventRow;
  resource_versions: ResourceVersionRow;
}
