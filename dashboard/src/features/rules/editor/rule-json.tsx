/** The rule as the API takes it, beside the form. Passwords are left out. */
import type { Rule } from '../../../../../src/rules/rule.ts';
import { CopyTextButton } from '../../../ui/copy-button.tsx';
import { withoutPasswords } from './action-values.ts';
import styles from './rule-form.module.css';
import { type RuleValues, ruleOfValues } from './rule-values.ts';

export function RuleJson({
  values,
  edited,
}: {
  readonly values: RuleValues;
  readonly edited: Rule | undefined;
}) {
  const fields = withoutPasswords(values.fields);
  const text = JSON.stringify(ruleOfValues({ ...values, fields }, edited), undefined, 2);
  return (
    <details className={styles['json']}>
      <summary>As JSON</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the arrow keys once it has the focus */}
      <pre tabIndex={0} role="region" aria-label="The rule as JSON">
        {text}
      </pre>
      <CopyTextButton text={text}>Copy</CopyTextButton>
    </details>
  );
}
