/**
 * Errors of the API: codes, HTTP statuses and when they occur. The codes of resources' attributes, `<name>_invalid`,
 * follow from `src/resources/`. Source: docs/reference/errors.md.
 */

type ErrorDefinition = { readonly status: number; readonly when: string };

/** Every `error_code` on the wire but those of resources' attributes. */
export const errorTable = {
  source_host_taken: {
    status: 400,
    when: '`source_host` is already used by another redirect, belongs to another account, or did until recently.',
  },
  host_taken: {
    status: 400,
    when: '`host` is already used by another custom domain, or it or the `www.` host that `redirect_to_www` needs, or the host of rules, belongs to another account. The host of rules: or did until recently.',
  },
  rules_invalid: {
    status: 400,
    when: 'A host’s rules are wrong; the message names the place, such as `rules[1].then.redirect.to`.',
  },
  rules_too_expensive: {
    status: 400,
    when: 'Some request would have to be compared with too many of a host’s rules; the message names the first rule that is too many.',
  },
  limit_reached: {
    status: 400,
    when: 'The account would have more than it may; the message names the limit and its number.',
  },
  upstream_in_use: { status: 400, when: 'Rules of a host proxy to the upstream, so it can’t be deleted.' },
  plan_invalid: {
    status: 400,
    when: 'A document with configuration is wrong: not well-formed, with something unknown, or with values that its resources can’t have; the message names each place, such as `redirects[17].destination_url`.',
  },
  secrets_invalid: {
    status: 400,
    when: '`secrets` is not an object of texts, has a name that the plan doesn’t, or lacks one that it needs.',
  },
  destination_in_use: {
    status: 400,
    when: 'An export schedule exports to the destination, so it can’t be deleted.',
  },
  undo_unsupported: {
    status: 400,
    when: 'The change is of people, tokens, keys or another kind that no undo reverts, changed only secrets, or replaced what is not kept; the message says which.',
  },
  html_invalid: {
    status: 400,
    when: '`html` of an error page is missing or empty, or has more than 65,536 bytes in UTF-8.',
  },
  custom_domains_invalid: {
    status: 400,
    when: '`custom_domains` is missing or not a list of 1 to 1,000 custom domains, or some of them can’t be created; the message names each by its place, and none is created.',
  },
  redirects_invalid: {
    status: 400,
    when: '`redirects` is missing or not a list of 1 to 1,000 redirects, or some of them can’t be created; the message names each by its place, and none is created.',
  },
  upstream_uuid_invalid: {
    status: 400,
    when: '`upstream_uuid` is not a UUID, or, where a custom domain is moved, missing or not the uuid of an upstream of the account.',
  },
  certificate_taken: { status: 400, when: 'The account has the same certificate already.' },
  goal_taken: {
    status: 400,
    when: 'The custom domain already has a goal with this `event_name`, `page_path` or `display_name`.',
  },
  too_many_goals: { status: 400, when: 'The custom domain has 1,000 goals, the most there may be.' },
  too_many_subscriptions: {
    status: 400,
    when: 'The account has 100 subscriptions, the most there may be.',
  },
  too_many_annotations: { status: 400, when: 'The custom domain has 1,000 notes, the most there may be.' },
  too_many_connect_links: {
    status: 400,
    when: 'The custom domain has 100 open connect links, the most there may be.',
  },
  kind_invalid: {
    status: 400,
    when: '`kind` of a connect link is not `connect` or `statistics`, or that of a list of findings is no kind of them.',
  },
  until_invalid: {
    status: 400,
    when: '`until` is missing, not a date or an instant, past, or more than 90 days away.',
  },
  severity_invalid: { status: 400, when: '`severity` is not `critical`, `warning` or `notice`.' },
  embed_origins_invalid: {
    status: 400,
    when: '`embed_origins` is not a list of at most 20 origins such as `https://www.example.com`, or is given for the kind `connect`.',
  },
  allowed_origins_invalid: {
    status: 400,
    when: '`allowed_origins` is not a list of at most 50 origins with `https`, such as `https://app.example.com`, or `http://localhost` with any port.',
  },
  remind_invalid: {
    status: 400,
    when: '`remind` is not a boolean, or is true without `email`.',
  },
  brand_missing: {
    status: 400,
    when: 'A new link or e-mail would show customers the account’s name, which is still `Default`, and its brand has none.',
  },
  email_not_set_up: {
    status: 400,
    when: 'Something would be e-mailed, but the service has no mail server (`NAMEPLATE_SMTP_URL`).',
  },
  email_refused: {
    status: 400,
    when: 'The mail server refuses the address or the e-mail; the message says why. There is no link then.',
  },
  email_failed: {
    status: 503,
    when: 'The mail server can’t be reached within 15 s, or takes no e-mail from the service. There is no link then.',
  },
  too_many_webhook_endpoints: {
    status: 400,
    when: 'The account has 20 webhook endpoints, the most there may be.',
  },
  webhook_endpoint_inactive: {
    status: 400,
    when: 'The webhook endpoint is not active, so nothing is sent to it.',
  },
  status_invalid: {
    status: 400,
    when: '`status` is none that what is listed can have: of deliveries `pending`, `delivered`, `failed`, `canceled`, of custom domains `pending_check`, `dns_records_found`, `dns_records_not_found`.',
  },
  scope_invalid: {
    status: 400,
    when: '`scope` is none that it can be: of access tokens `read` or `write`, of saved funnels `visit` or `range`.',
  },
  type_invalid: { status: 400, when: '`type` of a list of deliveries is not a type of events.' },
  color_invalid: { status: 400, when: '`color` is not `#` and 6 hexadecimal digits, or null.' },
  logo_invalid: {
    status: 400,
    when: '`logo` is not a `data:` URL of a PNG, JPEG or WebP picture of at most 100 KB, or null.',
  },
  too_many_segments: { status: 400, when: 'The account has 500 segments, the most there may be.' },
  too_many_saved_funnels: {
    status: 400,
    when: 'The custom domain has 100 saved funnels, the most there may be.',
  },
  too_many_search_terms: {
    status: 400,
    when: 'The custom domain would have more than 1,000 imports of search terms, or more than 100,000 search terms in them.',
  },
  too_many_saved_views: {
    status: 400,
    when: 'The account has 500 saved views, the most there may be.',
  },
  from_invalid: { status: 400, when: '`from` is not a date of the form `YYYY-MM-DD`.' },
  to_invalid: { status: 400, when: '`to` is not a date of the form `YYYY-MM-DD`.' },
  date_range_invalid: { status: 400, when: '`from` is after `to`, or the range has more than 3,660 days.' },
  resource_invalid: {
    status: 400,
    when: '`resource` of the audit trail is not a kind of resource that it records.',
  },
  resource_uuid_invalid: { status: 400, when: '`resource_uuid` is not a UUID.' },
  action_invalid: { status: 400, when: '`action` is not `created`, `updated` or `deleted`.' },
  actor_uuid_invalid: { status: 400, when: '`actor_uuid` is not a UUID.' },
  utm_param_invalid: {
    status: 400,
    when: '`utm_param` is missing, or none of `utm_source`, `utm_medium`, `utm_campaign`, `utm_term`, `utm_content`, with or without `utm_`.',
  },
  location_type_invalid: { status: 400, when: '`location_type` is not `country`, `region` or `city`.' },
  region_invalid: {
    status: 400,
    when: '`region` is not of the form of an ISO 3166-2 code such as `DE-BY`, or `location_type` is not `city`.',
  },
  frequency_invalid: { status: 400, when: '`frequency` is not `day`, `week` or `month`.' },
  limit_invalid: {
    status: 400,
    when: '`limit` is not an integer from 1 to 10000, or a limit that the operator sets for an account is none.',
  },
  query_invalid: {
    status: 400,
    when: '`query` of a list is longer than 200 characters or has control characters; or an analytics query is invalid, and the message names the place in it.',
  },
  access_token_invalid: {
    status: 400,
    when: '`access_token` is missing, or not `np_` and 43 base64url characters.',
  },
  password_invalid: {
    status: 400,
    when: '`password` is missing, not 12 to 200 characters, or one of the first that a guesser tries.',
  },
  current_password_invalid: { status: 400, when: '`current_password` is missing or not a string.' },
  code_invalid: {
    status: 400,
    when: '`code` is missing, not a string, or not what a new authenticator app shows.',
  },
  invitation_invalid: {
    status: 400,
    when: '`invitation` is missing, or not `ni_` and 43 base64url characters.',
  },
  token_invalid: {
    status: 400,
    when: '`token` is missing, or not that of a link to choose a new password that still works.',
  },
  email_taken: { status: 400, when: 'A user with this `email` has this `password` already.' },
  member_exists: { status: 400, when: 'The user is a member of the account already.' },
  credential_invalid: {
    status: 400,
    when: '`credential` is missing, not JSON text of a `PublicKeyCredential`, or not a new passkey for this host.',
  },
  too_many_passkeys: { status: 400, when: 'The user has 20 passkeys, the most there may be.' },
  query_string_invalid: {
    status: 400,
    when: '`query_string` is missing, or not a string of at most 8,000 characters; of a saved view, also if it has a space, a control character or `#`.',
  },
  sign_in_expired: {
    status: 400,
    when: 'The sign-in was begun more than 10 minutes ago, in another browser, or is over; begin again.',
  },
  owner_exists: { status: 400, when: 'The account has an owner already, who can invite people.' },
  last_owner: {
    status: 400,
    when: 'The last owner of an account can’t leave, be removed or get another role.',
  },
  too_many_invitations: { status: 400, when: 'The account has 200 open invitations, the most there may be.' },
  second_factor_exists: { status: 400, when: 'The user has a second factor already.' },
  second_factor_missing: { status: 400, when: 'The user has no second factor.' },
  month_invalid: {
    status: 400,
    when: '`month` is not a month of the form `YYYY-MM` from 1970-01 to the current one.',
  },
  custom_domain_uuid_invalid: { status: 400, when: '`custom_domain_uuid` is not a UUID.' },
  page_invalid: { status: 400, when: '`page` is not an integer from 1.' },
  per_page_invalid: { status: 400, when: '`per_page` is not an integer from 1 to 1000.' },
  cursor_invalid: { status: 400, when: '`cursor` is not the `next` of another page of the list.' },
  since_invalid: { status: 400, when: '`since` is not a time in the form of RFC 3339.' },
  state_invalid: { status: 400, when: '`state` is not one of the states that the list has.' },
  has_rules_invalid: { status: 400, when: '`has_rules` is not `true` or `false`.' },
  sort_invalid: { status: 400, when: '`sort` does not name a sortable field, optionally preceded by `-`.' },
  idempotency_key_invalid: {
    status: 400,
    when: '`Idempotency-Key` is not 1 to 255 visible ASCII characters, or came with a session instead of an access token.',
  },
  body_invalid: { status: 400, when: 'The request body cannot be read as its media type says.' },
  parameter_unknown: {
    status: 400,
    when: 'The request body has an attribute that does not exist, or the query of a report or list a parameter that none of them has.',
  },
  request_invalid: {
    status: 400,
    when: 'The request is not well-formed HTTP.',
  },
  unauthorized: {
    status: 401,
    when: 'The access token is missing, malformed, unknown, expired or revoked, or the session has ended.',
  },
  second_factor_required: {
    status: 401,
    when: 'The password is right, and the user has a second factor: sign in with its `code`, too.',
  },
  second_factor_refused: {
    status: 401,
    when: 'The `code` of the second factor is wrong, too old, or was used before.',
  },
  passkey_refused: {
    status: 401,
    when: 'The passkey is not registered here, or its answer is not valid for this sign-in.',
  },
  identity_refused: {
    status: 401,
    when: 'The identity provider refused the sign-in, or its answer is not valid for it.',
  },
  forbidden: {
    status: 403,
    when: 'The access token does not have the scope the request needs, or the user does not have the role.',
  },
  password_refused: { status: 403, when: '`current_password` is not the user’s password.' },
  invitation_for_another: {
    status: 403,
    when: 'The invitation is for another email address than that of the user who is signed in.',
  },
  email_unverified: {
    status: 403,
    when: 'The identity provider does not say that the email address belongs to the person who signs in.',
  },
  not_a_user: {
    status: 403,
    when: 'There is no user with the email address that the identity provider names, and no invitation was opened.',
  },
  another_identity: {
    status: 403,
    when: 'The user with this email address belongs to another identity of the provider.',
  },
  csrf_token_refused: {
    status: 403,
    when: 'A request that changes something came with the cookie of a session, but without its `X-CSRF-Token`.',
  },
  origin_forbidden: {
    status: 403,
    when: 'A page of another origin tried to sign in, or to use the cookie of a session.',
  },
  not_found: {
    status: 404,
    when: 'The resource or route does not exist, or the resource belongs to another account.',
  },
  method_not_allowed: { status: 405, when: 'The route exists, but not for this method; see `Allow`.' },
  idempotency_answer_dropped: {
    status: 409,
    when: 'The request with this `Idempotency-Key` was carried out, but its answer is not kept any more: the account had more bytes of answers than it may.',
  },
  file_elsewhere: {
    status: 409,
    when: 'An export’s file is on another machine than the one that was asked.',
  },
  idempotency_key_in_use: {
    status: 409,
    when: 'A request with this `Idempotency-Key` is under way, or was interrupted, so it isn’t known whether it was carried out.',
  },
  changed_since: {
    status: 409,
    when: 'What a change that would be undone touched was changed again since; or a resource that a plan is about was, since the plan was made.',
  },
  plan_applied: { status: 409, when: 'The plan was applied already.' },
  invitation_ended: { status: 410, when: 'The invitation was used or revoked, or has expired.' },
  request_timeout: { status: 408, when: 'The request did not arrive in time.' },
  precondition_failed: {
    status: 412,
    when: 'The resource, or a host’s rules, is not what `If-Match` names: somebody else changed it.',
  },
  payload_too_large: {
    status: 413,
    when: 'The request body is larger than 1 MiB; for a host’s rules, 32 MiB; for a document with configuration, 64 MiB.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The body is not `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`; signing in takes `application/json` only.',
  },
  idempotency_key_reused: {
    status: 422,
    when: 'Another request had this `Idempotency-Key` within 24 hours.',
  },
  too_many_requests_under_way: {
    status: 429,
    when: 'Too many of the account’s requests of a kind wait for their turn already; `Retry-After` says when to try again.',
  },
  rate_limited: {
    status: 429,
    when: 'The access token made too many requests, a password was guessed too often, or an account had too many e-mails sent or upstreams checked; see `Retry-After`.',
  },
  fields_too_large: { status: 431, when: 'The request header fields are too large.' },
  internal_error: { status: 500, when: 'Nameplate failed; the message carries the request id.' },
  query_too_expensive: {
    status: 503,
    when: 'An analytics query takes more time or memory than one may have; ask for less.',
  },
  identity_provider_away: {
    status: 503,
    when: 'The identity provider can’t be reached, or doesn’t work; try again later.',
  },
  unavailable: {
    status: 503,
    when: 'A store is away or takes no writes, such as when its disk is full; try again later.',
  },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** Stands for the code `<attribute>_invalid`, which has the status 400. */
export type InvalidAttribute = { readonly attribute: string };

/** An expected failure; its message is shown to the caller as it stands. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode | `${string}_invalid`;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    cause: ErrorCode | InvalidAttribute,
    message: string,
    fields: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.fields = fields;
    if (typeof cause === 'string') {
      // Holds every row of the table to its type: isolated declarations allow no `satisfies` at the table.
      const definition: ErrorDefinition = errorTable[cause];
      this.code = cause;
      this.status = definition.status;
    } else {
      this.code = `${cause.attribute}_invalid`;
      this.status = 400;
    }
  }
}

const quotedLength = 100;
/** What JSON leaves as it is, but a terminal or a log reader would act on: DEL, C1 controls, line separators. */
const unescapedControl = /[\u007f-\u009f\u2028\u2029]/g;

/** Shows a value a caller sent inside a sentence: quoted, control characters escaped, cut after 100 characters. */
export function quoteValue(value: unknown): string {
  const text = typeof value === 'string' ? value : describeValue(value);
  const kept =
    text.length <= quotedLength ? text : text.slice(0, quotedLength).replace(/[\ud800-\udbff]$/, '');
  const shown = typeof value === 'string' ? JSON.stringify(kept) : kept;
  const escaped = shown.replace(
    unescapedControl,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return kept === text ? escaped : `${escaped}… (${text.length} characters)`;
}

/** JSON, or only the kind of a value that JSON.stringify cannot write: parsed JSON may be nested too deep for it. */
function describeValue(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Array.isArray(value) ? 'array' : typeof value;
  }
}
