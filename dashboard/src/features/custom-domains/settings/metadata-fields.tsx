/** A domain's metadata: rows of a key and a value. */
import { TextField } from '../../../ui/field.tsx';
import { FieldRows } from '../../../ui/field-rows.tsx';
import { keyProblem, longestValue, type MetadataRow, mostEntries } from './metadata-rows.ts';

export function MetadataFields({
  rows,
  onChange,
  error,
  disabled,
}: {
  readonly rows: readonly MetadataRow[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
  /** Of the last attempt to save. */
  readonly error: string | undefined;
  readonly disabled: boolean;
}) {
  return (
    <FieldRows
      legend="Metadata"
      rows={rows}
      onChange={onChange}
      empty={{ key: '', value: '' }}
      most={mostEntries}
      addLabel="Add an entry"
      nameOf={({ key }, place) => (key === '' ? `entry ${place}` : `the entry ${key}`)}
      disabled={disabled}
      error={error}
      hint="Your own key–value data, such as a plan. Private."
    >
      {(row, index, edit) => (
        <>
          <TextField
            label="Key"
            placeholder={index === 0 ? 'plan' : undefined}
            autoCapitalize="none"
            value={row.key}
            error={keyProblem(rows, index)}
            onChange={(event) => edit({ key: event.target.value })}
          />
          <TextField
            label="Value"
            placeholder={index === 0 ? 'pro' : undefined}
            autoCapitalize="none"
            maxLength={longestValue}
            value={row.value}
            onChange={(event) => edit({ value: event.target.value })}
          />
        </>
      )}
    </FieldRows>
  );
}
