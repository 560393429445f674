/** Which bots a rule is for. Source: docs/reference/rules.md ("Conditions"). */

import { botClasses } from '../../../../../src/core/bot-classes.ts';
import { CheckField, SelectField } from '../../../ui/field.tsx';
import { botClassNames } from '../bot-class-names.ts';
import type { ConditionProps } from './form-props.ts';
import styles from './rule-form.module.css';
import { TagsField } from './tags-field.tsx';

const kinds = [
  { value: 'any', label: 'Any bot' },
  { value: 'none', label: 'No bots, only people' },
  { value: 'some', label: 'Certain bots' },
] as const;

const isClass = (bot: string): boolean => botClasses.some((name) => name === bot);

export function BotsField({ values: { bots, botList }, problems, autoFocus, onChange }: ConditionProps) {
  const names = botList.filter((bot) => !isClass(bot));
  const classes = botList.filter(isClass);
  return (
    <div className={styles['group']}>
      <SelectField
        label="Bots"
        value={bots}
        options={kinds}
        autoFocus={autoFocus}
        error={problems.bots}
        onChange={(kind) => onChange({ bots: kind })}
      />
      {bots === 'some' ? (
        <>
          <div className={styles['checks']} role="group" aria-label="Kinds of bots">
            {botClasses.map((name) => (
              <CheckField
                key={name}
                label={botClassNames[name]}
                checked={classes.includes(name)}
                onChange={(event) => {
                  const others = classes.filter((one) => one !== name);
                  onChange({ botList: [...(event.target.checked ? [...others, name] : others), ...names] });
                }}
              />
            ))}
          </div>
          <TagsField
            label="Names of bots"
            placeholder="Googlebot"
            items={names}
            onChange={(items) => onChange({ botList: [...classes, ...items] })}
          />
        </>
      ) : null}
    </div>
  );
}
