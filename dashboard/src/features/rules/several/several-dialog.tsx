/** Adds several rules at once: a split between targets, or a redirect that expires. */
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Rule } from '../../../../../src/rules/rule.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FieldStack, TextField } from '../../../ui/field.tsx';
import { useProblemFocus } from '../../../ui/use-problem-focus.ts';
import type { SeveralProblems, SeveralRules } from './checked-rules.ts';
import styles from './several-dialog.module.css';
import { expiringRules, newExpiry, newSplit, splitRules, type Target } from './several-rules.ts';

/** Letters name the targets. */
const mostTargets = 10;

export type SeveralKind = 'split' | 'expiry';

export function SeveralDialog({
  kind,
  onAdd,
  onClose,
}: {
  readonly kind: SeveralKind;
  readonly onAdd: (rules: readonly Rule[]) => void;
  readonly onClose: () => void;
}) {
  const [split, setSplit] = useState(newSplit);
  const [expiry, setExpiry] = useState(newExpiry);
  const [problems, setProblems] = useState<SeveralProblems>({});
  const { form, failed } = useProblemFocus();
  const values = kind === 'split' ? split : expiry;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const made: SeveralRules = kind === 'split' ? splitRules(split) : expiringRules(expiry);
    if (made.ok) {
      onAdd(made.rules);
      return;
    }
    setProblems(made.problems);
    failed();
  };
  const change = (changed: { readonly name?: string; readonly path?: string }): void => {
    setProblems({});
    if (kind === 'split') setSplit((before) => ({ ...before, ...changed }));
    else setExpiry((before) => ({ ...before, ...changed }));
  };
  const changeExpiry = (changed: Partial<typeof expiry>): void => {
    setProblems({});
    setExpiry((before) => ({ ...before, ...changed }));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={kind === 'split' ? 'Split between targets' : 'Redirect that expires'}
      description={
        kind === 'split'
          ? 'Adds a rule for each target. A visitor always gets the same one.'
          : 'Adds two rules: one until the redirect expires, and one for afterwards.'
      }
    >
      <form ref={form} onSubmit={submit} noValidate>
        <FieldStack>
          <TextField
            label="Name"
            optional
            autoFocus
            value={values.name}
            error={problems['name']}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextField
            label="Path"
            placeholder="/spring"
            autoCapitalize="none"
            value={values.path}
            error={problems['path']}
            onChange={(event) => change({ path: event.target.value })}
          />
          {kind === 'split' ? (
            <Targets
              targets={split.targets}
              problems={problems}
              onChange={(targets) => {
                setProblems({});
                setSplit((before) => ({ ...before, targets }));
              }}
            />
          ) : (
            <>
              <TextField
                label="Goes to"
                placeholder="https://www.example.com/spring"
                autoCapitalize="none"
                value={expiry.to}
                error={problems['to']}
                onChange={(event) => changeExpiry({ to: event.target.value })}
              />
              <TextField
                label="Expires at"
                type="datetime-local"
                value={expiry.endsAt}
                error={problems['endsAt']}
                hint="In your own time zone."
                onChange={(event) => changeExpiry({ endsAt: event.target.value })}
              />
              <TextField
                label="Afterwards goes to"
                placeholder="https://www.example.com/"
                autoCapitalize="none"
                value={expiry.afterwards}
                error={problems['afterwards']}
                onChange={(event) => changeExpiry({ afterwards: event.target.value })}
              />
            </>
          )}
        </FieldStack>
        <div className={styles['foot']}>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary">
              Add to the list
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  );
}

function Targets({
  targets,
  problems,
  onChange,
}: {
  readonly targets: readonly Target[];
  readonly problems: SeveralProblems;
  readonly onChange: (targets: readonly Target[]) => void;
}) {
  const changeOne = (index: number, changed: Partial<Target>): void =>
    onChange(targets.map((target, each) => (each === index ? { ...target, ...changed } : target)));
  return (
    <>
      {targets.map((target, index) => (
        // Targets have no names of their own, and are never put in another order.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles['target']}>
          <TextField
            label={`Target ${index + 1}`}
            placeholder="https://www.example.com/a"
            autoCapitalize="none"
            value={target.to}
            error={problems[`to${index}`]}
            onChange={(event) => changeOne(index, { to: event.target.value })}
          />
          <TextField
            label="Percent"
            inputMode="decimal"
            value={target.percent}
            error={problems[`percent${index}`]}
            onChange={(event) => changeOne(index, { percent: event.target.value })}
          />
          <IconButton
            label={`Remove target ${index + 1}`}
            disabled={targets.length <= 2}
            onClick={() => onChange(targets.toSpliced(index, 1))}
          >
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="s"
          icon={<Plus size={15} aria-hidden />}
          disabled={targets.length >= mostTargets}
          onClick={() => onChange([...targets, { to: '', percent: '' }])}
        >
          Another target
        </Button>
      </div>
    </>
  );
}
