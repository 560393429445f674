/**
 * The closed set of reasons to refuse an event, and the response to each. Source: docs/reference/tracker.md ("Answers").
 */

export type CollectRefusal =
  | 'body_too_large'
  | 'body_invalid'
  | 'url_invalid'
  | 'name_invalid'
  | 'props_invalid'
  | 'revenue_invalid'
  | 'engagement_invalid'
  | 'vitals_invalid'
  | 'sender_invalid'
  | 'host_other'
  | 'domain_unknown'
  | 'web_analytics_off'
  | 'token_invalid'
  | 'token_read_only'
  | 'server_event'
  | 'user_agent_missing'
  | 'bot'
  | 'prefetch'
  | 'privacy_signal'
  | 'flood'
  | 'event_names_exceeded'
  | 'salt_missing'
  | 'not_stored';

type Told = { readonly status: 400 | 401 | 403 | 413 | 429 | 503; readonly sentence: string };

export const collectRefusals: Readonly<Record<CollectRefusal, Told>> = {
  body_too_large: { status: 413, sentence: 'An event has 64 KiB at most.' },
  body_invalid: { status: 400, sentence: 'An event is an object in JSON, in UTF-8.' },
  url_invalid: { status: 400, sentence: 'The address of the page is none of the web.' },
  name_invalid: {
    status: 400,
    sentence: 'n, the name of an event, is text of 1 to 120 characters without control characters.',
  },
  props_invalid: {
    status: 400,
    sentence:
      'p, the properties of an event, is an object with at most 30 members: keys of 1 to 300 characters; values are strings, numbers or booleans of at most 2,000 characters.',
  },
  revenue_invalid: {
    status: 400,
    sentence:
      '$, the revenue of an event, is {"amount", "currency"}: a decimal with at most 15 digits before the point and 3 behind it, such as "12.50", and an ISO 4217 code, such as "EUR".',
  },
  engagement_invalid: {
    status: 400,
    sentence:
      'A report of engagement has e, whole milliseconds from 0 to 86,400,000, and sd, a whole percentage from 0 to 100.',
  },
  vitals_invalid: {
    status: 400,
    sentence:
      'A report of web vitals may have lcp, inp and ttfb, milliseconds from 0 to 86,400,000, and cls, a number from 0 to 1,000.',
  },
  sender_invalid: {
    status: 400,
    sentence: 'ip is an IPv4 or IPv6 address, and ua a user agent; both are text.',
  },
  host_other: { status: 400, sentence: 'The page is not one of this custom domain.' },
  domain_unknown: { status: 400, sentence: 'The page is of no custom domain.' },
  web_analytics_off: { status: 400, sentence: 'Web analytics of this custom domain are off.' },
  token_invalid: { status: 401, sentence: 'The access token is not valid.' },
  token_read_only: {
    status: 403,
    sentence: 'The access token has scope "read"; server events need scope "write".',
  },
  server_event: { status: 400, sentence: 'Send events with an access token to the origin of the API.' },
  user_agent_missing: { status: 400, sentence: 'The request has no user agent.' },
  bot: { status: 400, sentence: 'Bots are not counted.' },
  prefetch: { status: 400, sentence: 'The page has not been shown.' },
  privacy_signal: { status: 400, sentence: 'The visitor has asked not to be counted.' },
  flood: { status: 429, sentence: 'There are too many events from this address.' },
  event_names_exceeded: {
    status: 400,
    sentence: 'This custom domain has had as many event names as it may today; this one is new.',
  },
  salt_missing: { status: 503, sentence: 'Visitors cannot be told apart just now.' },
  not_stored: { status: 503, sentence: 'The event cannot be stored just now.' },
};

export type CollectCounts = {
  readonly accepted: number;
  /** A reason that has not come up is absent. */
  readonly refused: Readonly<Record<string, number>>;
};

export function addCounts(a: CollectCounts, b: CollectCounts): CollectCounts {
  const refused: Record<string, number> = { ...a.refused };
  for (const [reason, count] of Object.entries(b.refused)) refused[reason] = (refused[reason] ?? 0) + count;
  return { accepted: a.accepted + b.accepted, refused };
}
