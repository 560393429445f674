/**
 * What each operation does, in the API reference. The fixed reports describe themselves (analytics/reports/).
 * Descriptions are Markdown: paragraphs, `code` and links.
 */

export const live: string = 'Every edge worker on this machine serves the change before the answer is sent.';
export const partial = 'Attributes that you leave out keep their values.';
export const page =
  'Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages.';
export const search = '`query` finds text anywhere in the name, in upper or lower case.';
export const query: string =
  'Totals, time series and breakdowns: choose `metrics`, `dimensions`, `filters`, a `date_range` and an order. Durations are seconds, rates are percentages, and sizes are bytes. Answers 400 `query_invalid` with the place of the mistake, and 503 `query_too_expensive` when a query needs more time or memory than one may have.';

export const descriptions: Readonly<Record<string, string>> = {
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
    'For owners. This answer is the only one that contains the secret. Where the service has a mail server, the link is also e-mailed to the address; that it fails, or that it is one e-mail too many, is only logged. It works once, for seven days.',
  revokeInvitation: 'For owners. The link stops working.',
  openInvitation:
    'Answers what an invitation is for. A used, revoked or expired one answers 410 `invitation_ended`.',
  acceptInvitation:
    'Creates a user with the email address of the invitation and signs in. If a user with this address has this password, the answer is 400 `email_taken`: sign in and accept as that user.',
};
