/** What a request's record says of it as a page load. Source: docs/reference/page-loads.md. */

/** Whether the page could report its view. */
export type PageLoad = 'measured' | 'not_measured';

/** The classes in the order in which they are tried; each page load is in the first that fits. */
export const pageLoadClasses = [
  'verified_crawlers',
  'claimed_crawlers',
  'people',
  'not_measured',
  'unexplained',
] as const;
export type PageLoadClass = (typeof pageLoadClasses)[number];

export function isPageLoad(text: string): text is PageLoad {
  return text === 'measured' || text === 'not_measured';
}
