/** A pageview or custom event as it is stored: one row of the table `events`. Source: docs/reference/analytics-store.md. */

/** What an event is beside the view of a page. */
export type EventDetails = {
  /** `pageview`, or the name of a custom event. */
  readonly name: string;
  readonly props: Readonly<Record<string, string>>;
  /** Decimal text, at most 15 digits before the point and three behind it; '0' for none. */
  readonly revenue_amount: string;
  /** ISO 4217; '' for no revenue. */
  readonly revenue_currency: string;
};

/** The details of a pageview without properties, as nearly all are. */
export const plainPageview: EventDetails = {
  name: 'pageview',
  props: {},
  revenue_amount: '0',
  revenue_currency: '',
};

/** A property key that reports have and no event can have: older programs stored events of the same names. See report-scripts.ts. */
export const reportMark = '';

/** The least `arrival` of an imported event; all others have less. Older versions stored imported ones with less, too. */
export const importedArrival: number = 2 ** 52;

export type PageviewRow = EventDetails & {
  /** Uuid of the custom domain whose page was seen. */
  readonly domain: string;
  /** When the event arrived, or what an import says; milliseconds since the Unix epoch. */
  readonly time: number;
  /** Orders pageviews of the same millisecond: the lower one came first; 0 when that is not known. See arrivalOf. */
  readonly arrival: number;
  /** Hash of the visitor, 64 bits as decimal text. */
  readonly visitor: string;
  /** The same person's hash under the salt before; '0' except in the first 30 minutes of a salt. */
  readonly previous_visitor: string;
  /** Without query and fragment. */
  readonly path: string;
  /** Display name: 'Google', a host, or 'Direct'. */
  readonly source: string;
  /** The host of the referrer, or host and path where the domain records paths; 'Direct' for none. */
  readonly referrer: string;
  /** '' when the page's address had none. */
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly utm_term: string;
  readonly utm_content: string;
  /** Display name: 'Chrome', 'Unknown'. */
  readonly browser: string;
  /** Display name: 'macOS', 'Unknown'. */
  readonly operating_system: string;
  /** '' when the width is not known. */
  readonly screen: 'mobile' | 'tablet' | 'laptop' | 'desktop' | '';
  /** ISO 3166-1 alpha-2; '' when it is not known. */
  readonly country: string;
  /** ISO 3166-2; '' when it is not known. */
  readonly region: string;
  /** English; '' when it is not known. */
  readonly region_name: string;
  /** English; '' when it is not known. */
  readonly city: string;
};
