/** Redirects as CSV. Source: `nameplate redirect export`, which writes the same. */
import { formatCsvLine } from '../../../../src/core/csv.ts';
import { exportedRedirectColumns } from '../../../../src/resources/redirect.ts';
import type { Redirect } from './redirect-values.ts';

/** Values are written as they are: escaping what a spreadsheet takes for a formula would change them. */
export function redirectsToCsv(redirects: readonly Redirect[]): string {
  const lines = redirects.map((redirect) =>
    formatCsvLine(exportedRedirectColumns.map((name) => String(redirect[name]))),
  );
  return formatCsvLine(exportedRedirectColumns) + lines.join('');
}
