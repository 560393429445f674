/** Lists the error codes that an operation can answer, per status. Source: docs/reference/errors.md. */
import { apiErrors } from './error-table.ts';

/** A paragraph for each code. Status 400 has a code for each field, so only those of the operation's own fields are listed. */
export function describeErrors(status: number, fields: readonly string[]): string {
  const possible = apiErrors.filter(
    (error) => error.status === status && isPossible(error.code, status, fields),
  );
  return possible.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n');
}

function isPossible(code: string, status: number, fields: readonly string[]): boolean {
  if (status !== 400 || code === 'parameter_unknown') return true;
  if (code === 'date_range_invalid') return fields.includes('from');
  return fields.some((field) => code === `${field}_invalid` || code === `${field}_taken`);
}
