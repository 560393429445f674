/** The form of a rule: its name, what it wants of a request, and what it does then. */
import { type FormEvent, useState } from 'react';
import type { Rule } from '../../../../../src/rules/rule.ts';
import { useCanWrite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { DraftNotice } from '../../../ui/draft-notice.tsx';
import { CheckField, FieldStack, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { useProblemFocus } from '../../../ui/use-problem-focus.ts';
import type { PlacedRefusal } from '../refusal-place.ts';
import type { HostRules } from '../rules-queries.ts';
import { ActionFields } from './action-fields.tsx';
import { checkRule } from './check-rule.ts';
import { ConditionFields } from './condition-fields.tsx';
import { fieldOfPlace, type Problems } from './field-of-place.ts';
import styles from './rule-form.module.css';
import { RuleJson } from './rule-json.tsx';
import { newRuleValues, type RuleValues, valuesOfRule } from './rule-values.ts';

export function RuleForm({
  draftKey,
  edited,
  newPath,
  stored,
  refusal,
  onApply,
  onClose,
}: {
  readonly draftKey: string;
  readonly edited: Rule | undefined;
  readonly newPath: string | undefined;
  readonly stored: HostRules;
  readonly refusal: PlacedRefusal | undefined;
  readonly onApply: (rule: Rule) => void;
  readonly onClose: () => void;
}) {
  const canWrite = useCanWrite();
  const draft = useDraft(draftKey, edited ? valuesOfRule(edited) : { ...newRuleValues, path: newPath ?? '' });
  const { values, change, clear } = draft;
  const [told, setTold] = useState(() => problemsOfRefusal(refusal));
  const { form, failed } = useProblemFocus();
  const edit = (changed: Partial<RuleValues>): void => {
    setTold({ problems: withoutChanged(told.problems, values, changed), other: undefined });
    change(changed);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const checked = checkRule(values, edited, usersOf(stored));
    if (checked.ok) {
      clear();
      onApply(checked.rule);
      return;
    }
    setTold({ problems: checked.problems, other: checked.other });
    failed();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <fieldset className={styles['all']} disabled={!canWrite}>
        <FieldStack>
          <DraftNotice draft={draft} />
          <TextField
            label="Name"
            optional
            placeholder="Spring campaign"
            autoFocus={canWrite && refusal === undefined}
            value={values.name}
            error={told.problems.name}
            onChange={(event) => edit({ name: event.target.value })}
            hint="The rule’s name in reports. Rules without one are numbered, such as #1."
          />
          <ConditionFields values={values} problems={told.problems} onChange={edit} />
          <ActionFields
            values={values}
            problems={told.problems}
            knownUsers={usersOf(stored)}
            onChange={edit}
          />
          <CheckField
            label="Active"
            hint="A paused rule is skipped."
            checked={values.active}
            onChange={(event) => edit({ active: event.target.checked })}
          />
        </FieldStack>
      </fieldset>
      <div className={styles['foot']}>
        <RuleJson values={values} edited={edited} />
        {told.other === undefined ? null : <Notice tone="danger">{told.other}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>{canWrite ? 'Cancel' : 'Close'}</Button>
          {canWrite ? (
            <Button type="submit" variant="primary">
              {edited ? 'Apply' : 'Add to the list'}
            </Button>
          ) : null}
        </DialogActions>
      </div>
    </form>
  );
}

/** The problems of other fields, which may depend on what changed. */
function withoutChanged(problems: Problems, before: RuleValues, changed: Partial<RuleValues>): Problems {
  const isFarReaching = ['action', 'shown', 'path', 'query'].some((name) => name in changed);
  if (isFarReaching) return {};
  const old: Readonly<Record<string, unknown>> = { ...before, ...before.fields };
  const next: Readonly<Record<string, unknown>> = {
    ...before,
    ...changed,
    ...(changed.fields ?? before.fields),
  };
  return Object.fromEntries(
    Object.entries(problems).filter(([place]) => {
      const field = place.replace(/\[.*/, '');
      return old[field] === next[field];
    }),
  );
}

type Told = { readonly problems: Problems; readonly other: string | undefined };

function problemsOfRefusal(refusal: PlacedRefusal | undefined): Told {
  if (refusal === undefined) return { problems: {}, other: undefined };
  const field = fieldOfPlace(refusal.path);
  return field === undefined
    ? { problems: {}, other: refusal.message }
    : { problems: { [field]: refusal.message }, other: undefined };
}

/** Names of users that have a password already. */
function usersOf({ rules }: HostRules): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { rule } of rules)
    if ('basic_auth' in rule.then) for (const { name } of rule.then.basic_auth.users) names.add(name);
  return names;
}
