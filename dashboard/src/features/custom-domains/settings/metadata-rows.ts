/** A domain's metadata as rows of a form. The limits are the API's. Source: docs/reference/domains.md ("Custom domains"). */

export type MetadataRow = { readonly key: string; readonly value: string };

export const mostEntries = 50;
export const longestValue = 500;

export function metadataRows(metadata: Readonly<Record<string, string>>): MetadataRow[] {
  return Object.entries(metadata).map(([key, value]) => ({ key, value }));
}

/** Rows in which nothing was typed are left out; keys are in the API's order. */
export function metadataOf(rows: readonly MetadataRow[]): Record<string, string> {
  const entries = rows.filter((row) => !isBlank(row)).map(({ key, value }) => [key.trim(), value] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** What is wrong with the key of a row; undefined when nothing is. */
export function keyProblem(rows: readonly MetadataRow[], index: number): string | undefined {
  const row = rows[index];
  if (row === undefined || isBlank(row)) return undefined;
  const key = row.key.trim();
  if (key === '') return 'Enter a key.';
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(key)) return 'A key has 1 to 40 letters, digits, "_" or "-".';
  return rows.slice(0, index).some((other) => other.key.trim() === key)
    ? `The key ${key} is used twice.`
    : undefined;
}

export function hasKeyProblem(rows: readonly MetadataRow[]): boolean {
  return rows.some((_, index) => keyProblem(rows, index) !== undefined);
}

function isBlank({ key, value }: MetadataRow): boolean {
  return key.trim() === '' && value.trim() === '';
}
