/** Adds a ready-made set of rules at the beginning of the list. */
import { type FormEvent, useState } from 'react';
import type { Rule } from '../../../../../src/rules/rule.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { CheckField, FieldStack, TextField } from '../../../ui/field.tsx';
import { useProblemFocus } from '../../../ui/use-problem-focus.ts';
import { TagsField } from '../editor/tags-field.tsx';
import type { SeveralProblems } from './checked-rules.ts';
import { newReadyMade, type ReadyMadeKind, type ReadyMadeValues, readyMadeRules } from './ready-made.ts';
import styles from './several-dialog.module.css';

const texts: Readonly<Record<ReadyMadeKind, { readonly title: string; readonly description: string }>> = {
  scanners: {
    title: 'Keep scanners out',
    description: 'Blocks paths that only programs in search of security holes request.',
  },
  crawlers: {
    title: 'Verified crawlers only',
    description: "Blocks requests that claim to be one of these crawlers but don't come from its operator.",
  },
  stores: {
    title: 'App stores by system',
    description: 'One address for your app: each visitor goes to the store of their phone.',
  },
};

export function ReadyMadeDialog({
  kind,
  onAdd,
  onClose,
}: {
  readonly kind: ReadyMadeKind;
  readonly onAdd: (rules: readonly Rule[]) => void;
  readonly onClose: () => void;
}) {
  const [values, setValues] = useState(newReadyMade);
  const [problems, setProblems] = useState<SeveralProblems>({});
  const { form, failed } = useProblemFocus();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const made = readyMadeRules[kind](values);
    if (made.ok) {
      onAdd(made.rules);
      return;
    }
    setProblems(made.problems);
    failed();
  };
  const change = (changed: Partial<ReadyMadeValues>): void => {
    setProblems({});
    setValues((before) => ({ ...before, ...changed }));
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} {...texts[kind]}>
      <form ref={form} onSubmit={submit} noValidate>
        <FieldStack>
          {kind === 'scanners' ? (
            <CheckField
              label="WordPress runs behind this host"
              hint="Leaves the paths of WordPress open."
              checked={values.hasWordPress}
              onChange={(event) => change({ hasWordPress: event.target.checked })}
            />
          ) : kind === 'crawlers' ? (
            <TagsField
              label="Crawlers"
              items={values.crawlers}
              error={problems['crawlers']}
              hint="Nameplate can verify these. Any other that you add is always blocked."
              onChange={(crawlers) => change({ crawlers })}
            />
          ) : (
            <Stores values={values} problems={problems} onChange={change} />
          )}
        </FieldStack>
        <div className={styles['foot']}>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary">
              Add and rehearse
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  );
}

function Stores({
  values,
  problems,
  onChange,
}: {
  readonly values: ReadyMadeValues;
  readonly problems: SeveralProblems;
  readonly onChange: (changed: Partial<ReadyMadeValues>) => void;
}) {
  const fields = [
    { name: 'path', label: 'Path', placeholder: '/app', optional: false },
    {
      name: 'appStore',
      label: 'iPhone and iPad',
      placeholder: 'https://apps.apple.com/app/id1',
      optional: false,
    },
    {
      name: 'googlePlay',
      label: 'Android',
      placeholder: 'https://play.google.com/store/apps/details?id=com.example',
      optional: false,
    },
    { name: 'others', label: 'Everybody else', placeholder: 'https://www.example.com/app', optional: true },
  ] as const;
  return fields.map(({ name, ...field }, index) => (
    <TextField
      key={name}
      {...field}
      autoFocus={index === 0}
      autoCapitalize="none"
      value={values[name]}
      error={problems[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  ));
}
