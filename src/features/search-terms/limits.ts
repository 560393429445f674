/** How many search terms a custom domain may have. Source: docs/reference/search-terms.md ("Importing"). */

export const maxImports = 1_000;
/** In all imports: a report reads them in one go. */
export const maxTerms = 100_000;
export const maxTermLength = 1_000;
/** Of one search term, in one import. */
export const maxCount = 1_000_000_000;
export const maxPosition = 1_000;
