/** Edits a funnel: its steps in order, and whether they count within one visit. */
import { Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Scope } from '../../analytics/scope.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import {
  type Funnel,
  type FunnelScope,
  fewestSteps,
  mostSteps,
  problemOf,
  type Step,
} from './funnel-steps.ts';
import styles from './funnels.module.css';
import { StepFields } from './step-fields.tsx';
import { useStepChoices } from './use-step-choices.ts';

const scopeOptions = [
  { value: 'visit', label: 'In one visit', hint: 'All steps belong to the same visit.' },
  { value: 'range', label: 'Over the whole range', hint: 'Steps can be days apart.' },
] as const;

export function scopeLabel(scope: FunnelScope): string {
  return scopeOptions.find(({ value }) => value === scope)?.label ?? scope;
}

const emptyStep: Step = { kind: 'page', value: '' };

export function FunnelForm({
  domainUuid,
  scope: range,
  funnel,
  action,
  busy = false,
  failure,
  onApply,
  onCancel,
  children,
}: {
  readonly domainUuid: string;
  /** The days whose events and pages are offered. */
  readonly scope: Scope;
  /** The funnel that is shown. */
  readonly funnel: Funnel;
  /** The button's label. */
  readonly action: string;
  readonly busy?: boolean;
  /** Of the last attempt to save. */
  readonly failure?: unknown;
  readonly onApply: (funnel: Funnel) => void;
  readonly onCancel?: () => void;
  /** Fields above the steps. */
  readonly children?: ReactNode;
}) {
  const { form, failed } = useProblemFocus();
  const choices = useStepChoices(domainUuid, range);
  const [shown, setShown] = useState(funnel);
  const [{ scope, steps }, setDraft] = useState(() => draftOf(funnel));
  const [isChecked, setChecked] = useState(false);
  // The address has changed, such as by the browser's back button.
  if (JSON.stringify(shown) !== JSON.stringify(funnel)) {
    setShown(funnel);
    setDraft(draftOf(funnel));
  }
  const setSteps = (next: readonly Step[]): void => setDraft({ scope, steps: next });
  /** Changes the steps and moves the focus to a field of one. Each step has a field for its kind and one for its value. */
  const rearrange = (next: readonly Step[], index: number, field: 'kind' | 'value'): void => {
    // A goal and a path have different elements, and those of a new step have to be there first.
    flushSync(() => setSteps(next));
    const item = form.current?.querySelectorAll('li').item(index);
    const fields = item?.querySelectorAll<HTMLElement>('select, input');
    fields?.item(field === 'kind' ? 0 : 1).focus();
  };

  const apply = (event: FormEvent): void => {
    event.preventDefault();
    const isWrong = steps.some((step) => problemOf(step) !== undefined);
    setChecked(isWrong);
    if (isWrong) failed();
    else onApply({ scope, steps });
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={apply} noValidate>
      {children}
      <ol className={styles['steps']}>
        {steps.map((step, index) => (
          <StepFields
            // oxlint-disable-next-line react/no-array-index-key -- a step is its place
            key={index}
            place={index + 1}
            step={step}
            choices={choices}
            isChecked={isChecked}
            onChange={(changed) => setSteps(steps.with(index, changed))}
            onRaise={
              index === 0
                ? undefined
                : () =>
                    rearrange(
                      steps.toSpliced(index - 1, 2, step, steps[index - 1] ?? step),
                      index - 1,
                      'value',
                    )
            }
            onRemove={
              steps.length <= fewestSteps
                ? undefined
                : () => rearrange(steps.toSpliced(index, 1), Math.max(0, index - 1), 'value')
            }
          />
        ))}
      </ol>
      <ChoiceField
        label="Complete all steps"
        value={scope}
        options={scopeOptions}
        onChange={(chosen) => setDraft({ scope: chosen, steps })}
      />
      {failure === undefined ? null : <FailureNotice error={failure} />}
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
        <Button
          icon={<Plus size={16} aria-hidden />}
          disabled={steps.length >= mostSteps}
          onClick={() => {
            setChecked(false);
            rearrange([...steps, emptyStep], steps.length, 'kind');
          }}
        >
          Add a step
        </Button>
        {onCancel === undefined ? null : (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function draftOf({ scope, steps }: Funnel): Funnel {
  const missing = Math.max(0, fewestSteps - steps.length);
  return { scope, steps: [...steps, ...Array.from({ length: missing }, () => emptyStep)] };
}
