/** The parameters that a rule wants in the query. Source: docs/reference/rules.md ("Conditions"). */
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import type { ConditionProps } from './form-props.ts';
import styles from './rule-form.module.css';
import { emptyQueryRow, type QueryRow } from './rule-values.ts';

const kinds = [
  { value: 'any', label: 'has any value' },
  { value: 'is', label: 'is' },
] as const;

export function QueryField({ values: { query }, problems, autoFocus, onChange }: ConditionProps) {
  const edit = (index: number, row: Partial<QueryRow>): void =>
    onChange({ query: query.map((one, at) => (at === index ? { ...one, ...row } : one)) });
  return (
    <FieldGroup legend="Query">
      {query.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
        <div key={index} className={styles['rowOf3']}>
          <TextField
            label="Parameter"
            placeholder="ref"
            autoCapitalize="none"
            autoFocus={autoFocus && index === 0}
            value={row.name}
            error={index === 0 ? problems.query : undefined}
            onChange={(event) => edit(index, { name: event.target.value })}
          />
          <SelectField
            label="Condition"
            value={row.kind}
            options={kinds}
            onChange={(kind) => edit(index, { kind })}
          />
          <TextField
            label="Value"
            placeholder={row.kind === 'is' ? 'mail or :name' : ''}
            autoCapitalize="none"
            disabled={row.kind === 'any'}
            value={row.kind === 'is' ? row.value : ''}
            onChange={(event) => edit(index, { value: event.target.value })}
          />
          <IconButton
            label={`Remove the parameter ${row.name === '' ? index + 1 : row.name}`}
            disabled={query.length === 1}
            onClick={() => onChange({ query: query.toSpliced(index, 1) })}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="s"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onChange({ query: [...query, emptyQueryRow] })}
        >
          Another parameter
        </Button>
      </div>
      <p className={styles['hint']}>
        The value <code>:name</code> takes any value and passes it on to the destination.
      </p>
    </FieldGroup>
  );
}
