/**
 * UTM parameters of a page's query. Source: docs/reference/enrichment.md ("UTM parameters"), WHATWG URL
 * (form-urlencoded parsing).
 */

export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type UtmParameters = { readonly [name in (typeof utmNames)[number]]: string };

const none: UtmParameters = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};
/** Most queries have none, and are not taken apart. The name may be percent-encoded. */
const mayHaveUtm = /(?:u|%75|%55)(?:t|%74|%54)(?:m|%6d|%4d)/i;
/** Beyond it is nothing that links of campaigns have. */
export const maxQueryLength: number = 8 * 1024;

/**
 * Reads them with or without the leading question mark, form-decoded; names in any case, the first value that is not
 * empty counts. Bytes that are not UTF-8 become U+FFFD.
 */
export function utmOf(query: string): UtmParameters {
  if (query === '' || !mayHaveUtm.test(query)) return none;
  const found = { ...none };
  for (const [name, value] of new URLSearchParams(query.slice(0, maxQueryLength))) {
    const known = utmNames.find((one) => one === name.toLowerCase());
    if (known !== undefined && found[known] === '') found[known] = cleanLabel(value);
  }
  return found;
}

const maxLabelLength = 255;
/** Control characters and line separators; marks that turn the direction of the text around them. */
const notLabel = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const direction = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/** Text as a label of a report: well-formed, one line, trimmed, at most 255 characters, its case as it was. */
export function cleanLabel(text: string): string {
  if (text === '') return '';
  const bounded = text.length > 4 * maxLabelLength ? text.slice(0, 4 * maxLabelLength) : text;
  return bounded
    .toWellFormed()
    .replaceAll(notLabel, ' ')
    .replaceAll(direction, '')
    .trim()
    .slice(0, maxLabelLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
