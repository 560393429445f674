/** One step of a funnel that is being edited: what it is, which one, its place and its removal. */
import { ArrowUp, X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import type { Step } from './funnel-steps.ts';
import styles from './funnels.module.css';
import { StepChoice } from './step-choice.tsx';
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
  return (
    <li>
      <fieldset className={styles['group']}>
        <legend className="visually-hidden">Step {place}</legend>
        <span className={styles['place']} aria-hidden>
          {place}
        </span>
        <StepChoice step={step} choices={choices} isChecked={isChecked} onChange={onChange} />
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
