/**
 * What each operation does, in the API reference. The fixed reports describe themselves (analytics/reports/).
 * Descriptions are Markdown: paragraphs, `code` and links.
 */

export const live: string = 'Every edge worker on this machine serves the change before the answer is sent.';
export const partial = 'Attributes that you leave out keep their values.';
export const page =
  'Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages.';
export const search = '`query` finds text anywhere in the name, in upper or lower case.';
const query =
  'Totals, time series and breakdowns: choose `metrics`, `dimensions`, `filters`, a `date_range` and an order. Durations are seconds, rates are percentages, and sizes are bytes. Answers 400 `query_invalid` with the place of the mistake, and 503 `query_too_expensive` when a query needs more time or memory than one may have.';

export const descriptions: Readonly<Record<string, string>> = {
  listHosts: `${page} In order of the host unless \`sort\` says otherwise. \`query\` finds part of the host. A host is listed as long as the account has a custom domain, a redirect or rules on it.`,

  getHostRules:
    'Answers all rules of a host, in order, without passwords, and an `ETag`. A host without rules has an empty list; one of another account answers 404.',
  replaceHostRules: `Replaces all rules of a host at once; an empty list removes them. Send the \`ETag\` as \`If-Match\`, and a change by somebody else in between answers 412 \`precondition_failed\` instead of being lost. A wrong list changes nothing and answers 400 \`rules_invalid\` with the place of the mistake. The body has at most 32 MiB and may be sent with \`Content-Encoding: gzip\`. ${live}`,
  replayHostRules:
    'Counts what these rules would have done with the requests recorded for the host, without changing anything. The body is that of `replaceHostRules`, with the days to replay. What rules ask for that isn’t recorded is named in `not_replayable`. A wrong list answers 400 `rules_invalid`.',

  listLimits: `${page} \`used\` is what the account uses now, and \`allowed\` what it may; null where there is no limit. Limits are set by the operator. Answers 503 \`unavailable\` while the analytics store is away.`,

  queryVisitors: `${query} Counts visitors, visits, pageviews and custom events.`,
  queryRequests: `${query} Counts the requests that the edge answered.`,
  queryClicks: `${query} Counts clicks: the requests that the redirect, or a rule of its host, answered.`,
  queryHostRequests: `${query} Counts the requests of one host, whatever the account has on it.`,
  listHostRequests:
    'Answers requests one by one, as they were recorded, without addresses, user agents and queries. A request is listed about two seconds after its end. `pagination.next` is the `cursor` of the next page. Answers 400 `query_invalid` with the place of a mistake in `filters`.',
  querySite:
    'The same as `queryVisitors`, for clients of Plausible’s Stats API v2: `site_id` is the host of the custom domain.',
  queryFunnel:
    'Counts the visitors who take 2 to 8 steps in order. Each step is a goal, a custom event or a page. Rates are percentages. Answers 400 `query_invalid` with the place of the mistake.',

  rotateWebhookSecret:
    'Makes a new secret, which only this answer has. For 24 hours deliveries have two signatures, the other one made with the secret before.',
  listWebhookDeliveries: `${page} Newest first, without bodies. Deliveries are kept for 30 days.`,
  getWebhookDelivery: 'Answers one delivery with its body and what the receiver answered.',
  replayWebhookDelivery:
    'Sends it again, under the same `webhook-id`. One that is still pending is tried at once. An endpoint that isn’t active answers 400 `webhook_endpoint_inactive`.',
  testWebhookEndpoint:
    'Sends an event of type `webhook_endpoint.test`, whatever the endpoint subscribes to. The delivery tells what came of it. While one is pending, it is answered and no other is sent. An endpoint that isn’t active answers 400 `webhook_endpoint_inactive`.',

  listAccounts:
    'Answers a bare array with the account of the token, or with every account that the user is a member of.',
  getMe:
    'Answers the token that the request carries and its account. For a session of a user: the user, and the role in the account that `X-Account` names, or the oldest membership without it.',

  signIn:
    'Takes an `access_token`, or `email` and `password`. A user with a second factor gets 401 `second_factor_required` and sends its `code`, too. Wrong passwords and codes make the next try wait. Sets the session’s cookie (`HttpOnly`, `SameSite=Strict`) and answers the `csrf_token` that later writes need in `X-CSRF-Token`. Takes `application/json` only, from pages of the service’s own origin: others get 403 `origin_forbidden`.',
  getSession:
    'Answers the session whose cookie the request has, with its `csrf_token`: of an access token with its account, or of a user with all memberships.',
  signOut:
    'Ends the session and deletes its cookie. Needs `X-CSRF-Token`; without it the answer is 403 `csrf_token_refused`.',

  updateMe: 'Needs the session of a user.',
  changePassword: 'Ends all your other sessions. Needs the session of a user.',
  joinAccount:
    'The invitation has to be for your email address; otherwise the answer is 403 `invitation_for_another`. A used, revoked or expired one answers 410 `invitation_ended`.',
  listSessions: 'Answers a bare array of the browsers that you are signed in with.',
  endOtherSessions: 'Every session but that of this request ends, on every machine within a second.',
  endSession: 'The session ends on every machine within a second.',
  beginSecondFactor:
    'Answers a new secret for an authenticator app. It counts once you have sent a code of it with `PUT`; until then, signing in takes the password alone.',
  confirmSecondFactor:
    'From now on, signing in takes a code. Keep the recovery codes: they are not shown again.',
  renewRecoveryCodes: 'Answers ten new ones; those before stop working.',
  removeSecondFactor: 'From now on, signing in takes the password alone.',

  listPasskeys: 'Each signs you in without a password and a code.',
  beginPasskey:
    'Answers what `navigator.credentials.create` takes. The browser that gets the cookie of this answer has 10 minutes to register.',
  createPasskey: 'From now on, the passkey signs you in, on the host that it was registered on.',
  deletePasskey: 'It signs nobody in any more. Sessions that it began stay.',
  beginPasskeySignIn:
    'Answers what `navigator.credentials.get` takes. The browser that gets the cookie of this answer has 10 minutes to sign in.',
  signInWithPasskey:
    'A passkey is both factors: the authenticator has verified the person, so no password and no code are asked for.',
  getIdentityProvider: 'Answers the name on the sign-in page’s button; null where no provider is set up.',
  beginOidcSignIn:
    'Open `authorization_url` in the browser that got the cookie of this answer. The provider leads it back to `/sign-in/callback` within 10 minutes. With the secret of an invitation, a person without a user becomes one.',
  finishOidcSignIn:
    'The person is the user of an earlier sign-in with the same identity, or the one whose email address the provider has verified. The first such sign-in ends the user’s password, second factor and sessions.',

  createOwner:
    'With an access token of scope `write`, while the account has no owner; otherwise the answer is 400 `owner_exists`. Signs nobody in.',
  listMembers: `${page} Oldest membership first.`,
  getMember: 'Answers one member.',
  updateMember:
    'For owners. Counts from the user’s next request on, on every machine within a second. The last owner stays owner: 400 `last_owner`.',
  removeMember: 'Owners remove others; every member may leave. The last owner can’t: 400 `last_owner`.',
  listInvitations: 'For owners. Answers a bare array, newest first, without the secrets.',
  createInvitation:
    'For owners. This answer is the only one that contains the secret. Nothing is sent: pass the link on yourself. It works once, for seven days.',
  revokeInvitation: 'For owners. The link stops working.',
  openInvitation:
    'Answers what an invitation is for. A used, revoked or expired one answers 410 `invitation_ended`.',
  acceptInvitation:
    'Creates a user with the email address of the invitation and signs in. If a user with this address has this password, the answer is 400 `email_taken`: sign in and accept as that user.',
};
