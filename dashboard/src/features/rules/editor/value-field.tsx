/** A text field for one of the form's values. */
import type { ComponentProps } from 'react';
import { TextField } from '../../../ui/field.tsx';
import type { FormProps } from './form-props.ts';
import type { RuleValues } from './rule-values.ts';

type TextName = {
  [Name in keyof RuleValues]: RuleValues[Name] extends string
    ? string extends RuleValues[Name]
      ? Name
      : never
    : never;
}[keyof RuleValues];

export function ValueField({
  name,
  form: { values, problems, onChange },
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'name' | 'form' | 'value' | 'error' | 'onChange'> & {
  readonly name: TextName;
  readonly form: FormProps;
}) {
  return (
    <TextField
      {...rest}
      value={values[name]}
      error={problems[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
}
