/** A domain's metadata: rows of a key and a value. */
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import styles from './metadata-fields.module.css';
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
  const edit = (index: number, row: Partial<MetadataRow>): void =>
    onChange(rows.map((one, at) => (at === index ? { ...one, ...row } : one)));
  return (
    <FieldGroup legend="Metadata" disabled={disabled}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
        <div key={index} className={styles['row']}>
          <TextField
            label="Key"
            placeholder={index === 0 ? 'plan' : undefined}
            autoCapitalize="none"
            value={row.key}
            error={keyProblem(rows, index)}
            onChange={(event) => edit(index, { key: event.target.value })}
          />
          <TextField
            label="Value"
            placeholder={index === 0 ? 'pro' : undefined}
            autoCapitalize="none"
            maxLength={longestValue}
            value={row.value}
            onChange={(event) => edit(index, { value: event.target.value })}
          />
          <IconButton
            label={row.key === '' ? `Remove entry ${index + 1}` : `Remove the entry ${row.key}`}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {error === undefined ? null : (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      <div>
        <Button
          size="s"
          icon={<Plus size={14} aria-hidden />}
          disabled={rows.length >= mostEntries}
          onClick={() => onChange([...rows, { key: '', value: '' }])}
        >
          Add an entry
        </Button>
      </div>
      <p className={styles['hint']}>
        Whatever your own program wants to keep with the domain, such as a plan. Visitors never see it.
      </p>
    </FieldGroup>
  );
}
