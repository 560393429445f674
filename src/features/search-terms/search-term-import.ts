/** What an import of search terms is. Source: docs/reference/search-terms.md ("Importing"). */
import { formatDay, parseDay } from '../../core/date-range.ts';
import type { Collection } from '../../kernel/collection.ts';
import type { RowOf } from '../../kernel/collection-store.ts';
import type { Reading } from '../../resources/definition.ts';
import { defineResource } from '../../resources/resource.ts';
import { measuredDomain } from '../custom-domains/owner.ts';
import { maxImports, maxTerms } from './limits.ts';

function readDay(text: string): Reading<string> {
  const day = parseDay(text);
  return day === undefined ? { ok: false } : { ok: true, value: formatDay(day) };
}

const definitions = {
  uuid: { type: 'uuid', readOnly: true },
  from: {
    type: 'text',
    required: true,
    allowed: 'a date YYYY-MM-DD from 1970-01-01 to 2149-06-06',
    refused: 'is missing or not a date of the form `YYYY-MM-DD`',
    description: 'First day that the file covers.',
    examples: ['2026-10-01'],
    read: (text: string): Reading<string> => readDay(text),
  },
  to: {
    type: 'text',
    required: true,
    allowed: 'a date YYYY-MM-DD from 1970-01-01 to 2149-06-06',
    refused: 'is missing or not a date of the form `YYYY-MM-DD`',
    description: 'Last day that the file covers; included.',
    examples: ['2026-10-31'],
    read: (text: string): Reading<string> => readDay(text),
  },
  csv: {
    type: 'text',
    required: true,
    writeOnly: true,
    unquoted: true,
    allowed: 'the text of `Queries.csv` from Google Search Console’s export',
    refused:
      'is missing or not the text of `Queries.csv` from Google Search Console’s export; the message names the line and the column',
    description: 'The text of `Queries.csv` from Google Search Console’s export. Never returned.',
    examples: ['Top queries,Clicks,Impressions,CTR,Position\nblue shoes,12,340,3.53%,4.2\n'],
    read: (text: string): Reading<string> =>
      text.isWellFormed()
        ? { ok: true, value: text }
        : { ok: false, reason: 'it is not well-formed Unicode' },
  },
  terms: {
    type: 'integer',
    readOnly: true,
    minimum: 0,
    maximum: 9_007_199_254_740_991,
    description: 'How many search terms the file has.',
  },
  clicks: {
    type: 'integer',
    readOnly: true,
    minimum: 0,
    maximum: 9_007_199_254_740_991,
    description: 'Clicks of all of its search terms.',
  },
  impressions: {
    type: 'integer',
    readOnly: true,
    minimum: 0,
    maximum: 9_007_199_254_740_991,
    description: 'Impressions of all of its search terms.',
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Time of the range’s first import.' },
  updated_at: { type: 'timestamp', readOnly: true, description: 'Time of its latest import.' },
} as const;

export type ImportDefinitions = typeof definitions;
export type SearchTermTables = {
  search_term_imports: RowOf<ImportDefinitions, 'custom_domain_uuid'>;
  search_terms: { readonly import_uuid: string; readonly rows: string; readonly size_bytes: number };
};

export const searchTermImports: Collection<ImportDefinitions> = {
  resource: defineResource('SearchTermImport', definitions),
  kind: 'search_term_import',
  table: 'search_term_imports',
  owner: measuredDomain,
  path: '/api/v1/analytics/custom_domains/:uuid/search_term_imports',
  item: 'import_uuid',
  label: 'from',
  sortFields: ['from', 'to'],
  limit: { most: maxImports, code: 'too_many_search_terms' },
  tag: {
    name: 'Search terms',
    description: 'What people searched for on Google before they saw or visited a custom domain.',
  },
  verbs: {
    list: { description: 'Newest first, by the first import of each range.' },
    create: {
      summary: 'Import search terms',
      operationId: 'importSearchTerms',
      answer: 'The import, which keeps its uuid when the same range is imported again.',
      description: `Replaces what was imported for the same \`from\` and \`to\`. A custom domain has at most ${maxImports.toLocaleString('en-US')} imports and ${maxTerms.toLocaleString('en-US')} search terms in them; more answer 400 \`too_many_search_terms\`.`,
    },
    get: {},
    delete: {
      answer: 'A confirmation that names the uuid and the range.',
      description: 'Deletes the search terms of the import, too.',
    },
  },
};
