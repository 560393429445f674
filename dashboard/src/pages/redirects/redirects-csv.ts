/** Redirects as CSV. Source: `nameplate redirect export`, which writes the same. */
import { formatCsvLine } from '../../../../src/core/csv.ts';
import type { Redirect } from './redirect-values.ts';

/** What import takes, then what it ignores. */
const columns = [
  'source_host',
  'match_path',
  'destination_url',
  'redirect_type',
  'preserve_path',
  'preserve_query_string',
  'active',
  'uuid',
  'created_at',
  'updated_at',
  'account_uuid',
] as const satisfies readonly (keyof Redirect)[];

/** Values are written as they are: escaping what a spreadsheet takes for a formula would change them. */
export function redirectsToCsv(redirects: readonly Redirect[]): string {
  const lines = redirects.map((redirect) => formatCsvLine(columns.map((name) => String(redirect[name]))));
  return formatCsvLine(columns) + lines.join('');
}
