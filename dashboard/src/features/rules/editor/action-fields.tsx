/** What a rule does: the fields are those that the action names. Source: docs/reference/rules.md ("Actions"). */
import { Fragment, type ReactNode } from 'react';
import type { FormField } from '../../../../../src/rules/actions/action.ts';
import { actionNames, actions } from '../../../../../src/rules/actions/actions.ts';
import { CheckField, FieldRow, SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { type FieldValue, isHeaders, isUsers, placeOf, textOf } from './action-values.ts';
import type { FormProps } from './form-props.ts';
import { HeadersField } from './headers-field.tsx';
import styles from './rule-form.module.css';
import { UpstreamField } from './upstream-field.tsx';
import { UsersField } from './users-field.tsx';

const choices = actionNames.map((value) => ({ value, label: actions[value].words.label }));

export function ActionFields({
  knownUsers,
  values: { action, fields },
  problems,
  onChange,
}: FormProps & { readonly knownUsers: ReadonlySet<string> }) {
  return (
    <fieldset className={styles['part']}>
      <legend className={styles['legend']}>Then</legend>
      <SelectField
        label="Action"
        value={action}
        options={choices}
        error={problems.action}
        hint={actions[action].words.hint}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      {rowsOf(actions[action].form).map((row) => {
        const shown = row.map((field) => {
          const place = placeOf(action, field);
          return (
            <ActionField
              key={place}
              field={field}
              value={fields[place]}
              problemOf={(part) => problems[`${place}${part}`]}
              knownUsers={knownUsers}
              onChange={(value) => onChange({ fields: { ...fields, [place]: value } })}
            />
          );
        });
        const [first] = row;
        return row.length > 1 ? (
          <FieldRow key={first?.name}>{shown}</FieldRow>
        ) : (
          <Fragment key={first?.name}>{shown}</Fragment>
        );
      })}
    </fieldset>
  );
}

/** Fields that stand beside each other. */
function rowsOf(form: readonly FormField[]): FormField[][] {
  const rows: FormField[][] = [];
  for (const [index, field] of form.entries()) {
    if (form[index - 1]?.isBesideNext) rows.at(-1)?.push(field);
    else rows.push([field]);
  }
  return rows;
}

function ActionField({
  field,
  value,
  problemOf,
  knownUsers,
  onChange,
}: {
  readonly field: FormField;
  readonly value: FieldValue | undefined;
  /** `part`: of the field's value, such as `[1].password`; '' for the field itself. */
  readonly problemOf: (part: string) => string | undefined;
  readonly knownUsers: ReadonlySet<string>;
  readonly onChange: (value: FieldValue) => void;
}) {
  const { label } = field;
  const error = problemOf('');
  const hint = field.hint === undefined ? undefined : withCode(field.hint);
  const text = textOf(value);
  switch (field.kind) {
    case 'text':
    case 'number':
      return (
        <TextField
          label={label}
          optional={field.isOptional === true}
          required={field.isRequired === true}
          placeholder={field.placeholder ?? ''}
          {...(field.inputMode && { inputMode: field.inputMode })}
          {...(field.isPlain && { autoCapitalize: 'none' })}
          value={text}
          error={error}
          hint={hint}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'area':
      return (
        <TextArea
          label={label}
          rows={field.rows}
          value={text}
          error={error}
          hint={hint}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'flag':
      return (
        <CheckField
          label={label}
          hint={hint}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'choice':
      return (
        <SelectField
          label={label}
          value={text}
          options={field.choices.map((choice) => ({ ...choice, value: String(choice.value) }))}
          error={error}
          hint={hint}
          onChange={(next) => {
            const chosen = field.choices.find((choice) => String(choice.value) === next);
            if (chosen) onChange(chosen.value);
          }}
        />
      );
    case 'upstream':
      return <UpstreamField label={label} value={text} error={error} onChange={onChange} />;
    case 'users':
      return (
        <UsersField
          label={label}
          users={isUsers(value) ? value : []}
          problemOf={problemOf}
          knownUsers={knownUsers}
          onChange={onChange}
        />
      );
    case 'fields':
      return (
        <HeadersField legend={label} rows={isHeaders(value) ? value : []} error={error} onChange={onChange} />
      );
  }
}

/** Text between backticks as code. */
function withCode(text: string): ReactNode {
  if (!text.includes('`')) return text;
  // oxlint-disable-next-line react/no-array-index-key -- pieces of a text that never changes
  return text.split('`').map((piece, index) => (index % 2 === 0 ? piece : <code key={index}>{piece}</code>));
}
