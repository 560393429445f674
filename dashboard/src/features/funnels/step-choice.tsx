/** The fields that choose a page, an event or a goal: its kind, and which one. */
import { useId } from 'react';
import { SelectField, TextField } from '../../ui/field.tsx';
import { deletedGoal, problemOf, type Step, stepKinds } from './funnel-steps.ts';
import styles from './funnels.module.css';
import type { StepChoices } from './use-step-choices.ts';

export function StepChoice({
  step,
  choices,
  isChecked,
  onChange,
}: {
  readonly step: Step;
  readonly choices: StepChoices;
  /** Whether to show what is wrong. */
  readonly isChecked: boolean;
  readonly onChange: (step: Step) => void;
}) {
  const listId = useId();
  const { kind, value } = step;
  const error = isChecked ? problemOf(step) : undefined;
  return (
    <>
      <div className={styles['kind']}>
        <SelectField
          label="Kind"
          value={kind}
          options={stepKinds}
          onChange={(next) => onChange({ kind: next, value: '' })}
        />
      </div>
      <div className={styles['value']}>
        {kind === 'goal' ? (
          <SelectField
            label="Goal"
            value={value}
            options={goalOptions(choices, value)}
            onChange={(next) => onChange({ kind, value: next })}
            error={error}
          />
        ) : (
          <TextField
            label={kind === 'event' ? 'Event name' : 'Path'}
            placeholder={kind === 'event' ? 'Signup' : '/pricing or /blog/*'}
            value={value}
            list={listId}
            autoCapitalize="off"
            onChange={(event) => onChange({ kind, value: event.target.value })}
            error={error}
          />
        )}
      </div>
      <datalist id={listId}>
        {(kind === 'event' ? choices.events : choices.pages).map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </datalist>
    </>
  );
}

/** The address may name a goal that was deleted. */
function goalOptions({ goals }: StepChoices, chosen: string) {
  const known = goals.map(({ uuid, display_name: label }) => ({ value: uuid, label }));
  return [
    { value: '', label: goals.length === 0 ? 'No goals yet' : 'Choose a goal' },
    ...known,
    ...(chosen === '' || known.some(({ value }) => value === chosen)
      ? []
      : [{ value: chosen, label: deletedGoal }]),
  ];
}
