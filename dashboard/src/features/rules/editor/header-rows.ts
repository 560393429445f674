/** Fields that a rule sets or removes, as rows of a form. */

export type FieldRow = { readonly name: string; readonly value: string; readonly isRemoved: boolean };

export const emptyField: FieldRow = { name: '', value: '', isRemoved: false };

export function fieldRows(fields: Readonly<Record<string, string | null>>): FieldRow[] {
  return Object.entries(fields).map(([name, value]) => ({
    name,
    value: value ?? '',
    isRemoved: value === null,
  }));
}

export function fieldsOf(rows: readonly FieldRow[]): Record<string, string | null> {
  return Object.fromEntries(
    rows.map(({ name, value, isRemoved }) => [name.trim(), isRemoved ? null : value.trim()]),
  );
}
