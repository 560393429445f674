/** What several operations say in the API reference. Descriptions are Markdown: paragraphs, `code` and links. */

export const live: string = 'Every edge worker on this machine serves the change before the answer is sent.';
export const partial = 'Attributes that you leave out keep their values.';
export const page =
  'Answers one page: `page` counts from 1, `per_page` is 1 to 1000, and the `Link` field has the URLs of the other pages.';
export const search = '`query` finds text anywhere in the name, in upper or lower case.';
export const query: string =
  'Totals, time series and breakdowns: choose `metrics`, `dimensions`, `filters`, a `date_range` and an order. Durations are seconds, rates are percentages, and sizes are bytes. Answers 400 `query_invalid` with the place of the mistake, and 503 `query_too_expensive` when a query needs more time or memory than one may have.';
