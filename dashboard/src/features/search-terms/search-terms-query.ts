/** Asks for search terms, and for the files that they come from. Source: docs/reference/search-terms.md. */
import type { components } from '../../../../client/src/openapi.ts';
import { reportQuery } from '../../analytics/report-query.ts';
import type { Scope } from '../../analytics/scope.ts';
import { resource } from '../../api/resource.ts';

export type SearchTermImport = components['schemas']['SearchTermImport'];
/** Not in `resources.ts`, which the first page loads. */
export const searchTermImports = resource(
  'search-term-imports',
  '/api/v1/analytics/custom_domains/{uuid}/search_term_imports',
  '/api/v1/analytics/custom_domains/{uuid}/search_term_imports/{import_uuid}',
);

/** The most that the API answers. */
const mostTerms = 10_000;
const mostImports = 1_000;

/** Options for `useQuery`. Filters don't apply: the file has nothing to filter by. */
export function termsQuery(domainUuid: string, { from, to }: Scope) {
  return reportQuery(domainUuid, 'search_terms', { from, to, limit: mostTerms });
}

/** Options for `useQuery`: all imports, the latest days first. */
export function importsQuery(domainUuid: string) {
  return searchTermImports.list({ uuid: domainUuid }, { per_page: mostImports, sort: '-to' });
}

/** What an import changes. */
export const importsChange: readonly string[] = [searchTermImports.key, 'reports'];
