/** What a line of imported pageviews may be refused for. Source: docs/guides/import-pageviews.md. */

/** Closed, each with what it means. */
export const pageviewRefusals = {
  line_too_long: 'longer than 64 KiB',
  format_unknown: "not a line of the file's format",
  encoding_invalid: 'not UTF-8 text',
  event_ignored: 'the event is one that the other program makes by itself, such as `session_start`',
  name_invalid: 'the name of the event is missing, has control characters or more than 120 characters',
  props_invalid: 'the properties are no object of texts, numbers and booleans, too many or too long',
  revenue_invalid: 'the revenue is no decimal with three digits behind the point, or has no ISO 4217 code',
  time_invalid: 'the time is missing, has no zone, or is none from 1970 to 2099',
  time_in_future: 'the time is more than an hour ahead',
  visitor_missing: 'there is no visitor',
  url_missing: 'there is neither a URL nor a path',
  url_invalid: 'the URL is none of http or https, or the path does not begin with a slash',
  other_host: 'the line names another host',
  bot: 'the user agent is that of a bot',
  text_invalid: 'a text has control characters or more than 300 characters',
  screen_invalid: 'the screen is no class (mobile, tablet, laptop, desktop) and no size',
  width_invalid: 'the width is not a number of pixels',
  country_invalid: 'the country is no ISO 3166-1 alpha-2 code',
  region_invalid: 'the region is no ISO 3166-2 code, or one of another country',
} as const;

export type PageviewRefusal = keyof typeof pageviewRefusals;
