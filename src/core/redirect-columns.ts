/**
 * Columns of CSV files of redirects, named like the API's attributes. Source: docs/reference/redirects.md
 * ("Attributes").
 */

/** What a redirect is made from; import takes these. */
export const importedRedirectColumns = [
  'source_host',
  'match_path',
  'destination_url',
  'redirect_type',
  'preserve_path',
  'preserve_query_string',
  'active',
] as const;

/** What export writes besides, and import ignores. */
export const ignoredRedirectColumns = ['uuid', 'created_at', 'updated_at', 'account_uuid'] as const;

/** What the dashboard adds to the lines that it could not import; import ignores it too. */
export const failedLineColumns = ['line', 'problem'] as const;

type Column = (typeof importedRedirectColumns)[number] | (typeof ignoredRedirectColumns)[number];

export const exportedRedirectColumns: readonly Column[] = [
  ...importedRedirectColumns,
  ...ignoredRedirectColumns,
];
