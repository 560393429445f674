/** What a rule wants of a request. Only conditions that are set have fields; buttons add the others. */

import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import {
  type ConditionName,
  conditionNames,
  conditions,
} from '../../../../../src/rules/conditions/conditions.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConditionField } from './condition-field.tsx';
import type { FormProps } from './form-props.ts';
import styles from './rule-form.module.css';

export function ConditionFields({ values, problems, onChange }: FormProps) {
  const [added, setAdded] = useState<ConditionName>();
  const shown = conditionNames.filter((name) => values.shown.includes(name));
  const others = conditionNames.filter((name) => !values.shown.includes(name));
  return (
    <fieldset className={styles['part']}>
      <legend className={styles['legend']}>If</legend>
      {shown.length === 0 ? (
        <p className={styles['hint']}>Without a condition, the rule holds for every request.</p>
      ) : null}
      {shown.map((name) => (
        <div key={name} className={styles['condition']}>
          <ConditionField
            name={name}
            values={values}
            problems={problems}
            autoFocus={added === name}
            onChange={onChange}
          />
          <div className={styles['remove']}>
            <IconButton
              label={`Remove the condition ${conditions[name].words.name}`}
              size="s"
              onClick={() => onChange({ shown: values.shown.filter((one) => one !== name) })}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </div>
        </div>
      ))}
      {others.length === 0 ? null : (
        <div className={styles['adds']} role="group" aria-label="Add a condition">
          {others.map((name) => (
            <Button
              key={name}
              size="s"
              icon={<Plus size={14} aria-hidden />}
              onClick={() => {
                setAdded(name);
                onChange({ shown: [...values.shown, name] });
              }}
            >
              {conditions[name].words.name}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
