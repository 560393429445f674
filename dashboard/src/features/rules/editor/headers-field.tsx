/** Fields that a rule sets or removes. Source: docs/reference/rules.md ("Set headers"). */
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { emptyHeader, type HeaderRow } from './action-values.ts';
import styles from './rule-form.module.css';

const kinds = [
  { value: 'set', label: 'set to' },
  { value: 'remove', label: 'remove' },
];

export function HeadersField({
  legend,
  rows,
  error,
  onChange,
}: {
  readonly legend: string;
  readonly rows: readonly HeaderRow[];
  readonly error: string | undefined;
  readonly onChange: (rows: readonly HeaderRow[]) => void;
}) {
  const edit = (index: number, row: Partial<HeaderRow>): void =>
    onChange(rows.map((one, at) => (at === index ? { ...one, ...row } : one)));
  return (
    <FieldGroup legend={legend}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
        <div key={index} className={styles['rowOf3']}>
          <TextField
            label="Field"
            placeholder="X-Robots-Tag"
            autoCapitalize="none"
            value={row.name}
            error={index === 0 ? error : undefined}
            onChange={(event) => edit(index, { name: event.target.value })}
          />
          <SelectField
            label="What to do"
            value={row.isRemoved ? 'remove' : 'set'}
            options={kinds}
            onChange={(kind) => edit(index, { isRemoved: kind === 'remove' })}
          />
          <TextField
            label="Value"
            placeholder={row.isRemoved ? '' : 'noindex'}
            autoCapitalize="none"
            disabled={row.isRemoved}
            value={row.isRemoved ? '' : row.value}
            onChange={(event) => edit(index, { value: event.target.value })}
          />
          <IconButton
            label={`Remove the field ${row.name === '' ? index + 1 : row.name}`}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {rows.length > 0 || error === undefined ? null : (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button
          size="s"
          icon={<Plus size={14} aria-hidden />}
          aria-label={`Add a field: ${legend}`}
          onClick={() => onChange([...rows, emptyHeader])}
        >
          Add a field
        </Button>
      </div>
    </FieldGroup>
  );
}
