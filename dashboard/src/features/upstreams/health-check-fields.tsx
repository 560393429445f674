/** How an upstream's servers are checked: a switch, and its numbers while it is on. */
import { CheckField, TextField } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { type HealthField, type HealthValues, healthProblem } from './health-check-values.ts';
import { refusalOf } from './refusal.ts';
import styles from './upstream-fields.module.css';

export function HealthCheckFields({
  values,
  onChange,
  failure,
}: {
  readonly values: HealthValues;
  readonly onChange: (values: HealthValues) => void;
  /** Of the last attempt to save. */
  readonly failure: unknown;
}) {
  const number = (field: HealthField, label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={4}
      value={values[field]}
      error={healthProblem(values, field)}
      onChange={(event) => onChange({ ...values, [field]: event.target.value.trim() })}
    />
  );
  return (
    <>
      <CheckField
        label="Check its servers"
        hint="Each server is checked every few seconds. A failing server gets no requests while another one works."
        checked={values.isOn}
        onChange={(event) => onChange({ ...values, isOn: event.target.checked })}
      />
      {values.isOn ? (
        <FieldGroup legend="Health check">
          <TextField
            label="Path"
            placeholder="/health"
            autoCapitalize="off"
            maxLength={1024}
            value={values.path}
            error={healthProblem(values, 'path') ?? refusalOf(failure, 'health_check')}
            onChange={(event) => onChange({ ...values, path: event.target.value })}
          />
          <div className={styles['numbers']}>
            {number('interval', 'Seconds between checks')}
            {number('timeout', 'Seconds to answer in')}
            {number('firstStatus', 'First good status')}
            {number('lastStatus', 'Last good status')}
            {number('unhealthyAfter', 'Bad checks until it fails')}
            {number('healthyAfter', 'Good checks until it works')}
          </div>
        </FieldGroup>
      ) : null}
    </>
  );
}
