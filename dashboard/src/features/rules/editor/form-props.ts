/** What every part of a rule's form gets. */
import type { Problems } from './field-of-place.ts';
import type { RuleValues } from './rule-values.ts';

export type FormProps = {
  readonly values: RuleValues;
  readonly problems: Problems;
  readonly onChange: (change: Partial<RuleValues>) => void;
};

export type ConditionProps = FormProps & {
  /** The condition was just added. */
  readonly autoFocus: boolean;
};
