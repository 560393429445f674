/** What a rule wants of a request. Only conditions that are set have fields; buttons add the others. */

import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { conditionNames } from '../../../../../src/rules/rule.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConditionField } from './condition-field.tsx';
import type { FormProps } from './form-props.ts';
import styles from './rule-form.module.css';
import type { ConditionName } from './rule-values.ts';

const labels: Readonly<Record<ConditionName, string>> = {
  path: 'Path',
  query: 'Query',
  methods: 'Method',
  countries: 'Country',
  languages: 'Language',
  devices: 'Device',
  bots: 'Bots',
  addresses: 'IP address',
  starts_at: 'Start',
  ends_at: 'End',
  share: 'Share of visitors',
};

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
              label={`Remove the condition ${labels[name]}`}
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
              {labels[name]}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
