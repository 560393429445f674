/** One step of a funnel that is being edited: what it is, which one, its place and its removal. */
import { ArrowUp, X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { problemOf, type Step, stepKinds } from './funnel-steps.ts';
import styles from './funnels.module.css';
import type { StepChoices } from './use-step-choices.ts';

export function StepFields({
  place,
  step,
  choices,
  isChecked,
  onChange,
  onRaise,
  onRemove,
}: {
  /** From 1. */
  readonly place: number;
  readonly step: Step;
  readonly choices: StepChoices;
  /** Whether to show what is wrong. */
  readonly isChecked: boolean;
  readonly onChange: (step: Step) => void;
  /** Undefined for the first step. */
  readonly onRaise: (() => void) | undefined;
  /** Undefined if there are as few steps as there may be. */
  readonly onRemove: (() => void) | undefined;
}) {
  const listId = useId();
  const { kind, value } = step;
  const error = isChecked ? problemOf(step) : undefined;
  return (
    <li>
      <fieldset className={styles['group']}>
        <legend className="visually-hidden">Step {place}</legend>
        <span className={styles['place']} aria-hidden>
          {place}
        </span>
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
        <span className={styles['buttons']}>
          <IconButton label={`Move step ${place} up`} disabled={onRaise === undefined} onClick={onRaise}>
            <ArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton label={`Remove step ${place}`} disabled={onRemove === undefined} onClick={onRemove}>
            <X size={16} aria-hidden />
          </IconButton>
        </span>
      </fieldset>
    </li>
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
      : [{ value: chosen, label: 'Deleted goal' }]),
  ];
}
