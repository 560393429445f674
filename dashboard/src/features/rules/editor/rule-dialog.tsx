/** Adds, edits or shows a rule over the list. What it applies is part of the draft until the list is saved. */
import type { Rule } from '../../../../../src/rules/rule.ts';
import { useCanWrite } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { PlacedRefusal } from '../refusal-place.ts';
import type { DraftRule } from '../rules-draft.ts';
import type { HostRules } from '../rules-queries.ts';
import { RuleForm } from './rule-form.tsx';

export function RuleDialog({
  host,
  edited,
  newPath,
  place,
  stored,
  refusal,
  onApply,
  onClose,
}: {
  readonly host: string;
  /** Undefined: a new rule. */
  readonly edited: DraftRule | undefined;
  /** Of a new rule, where it is known. */
  readonly newPath: string | undefined;
  /** From 0. */
  readonly place: number;
  readonly stored: HostRules;
  /** Why the API refused the rule. */
  readonly refusal: PlacedRefusal | undefined;
  readonly onApply: (rule: Rule) => void;
  readonly onClose: () => void;
}) {
  const canWrite = useCanWrite();
  const what = canWrite ? `Edit rule ${place + 1}` : `Rule ${place + 1}`;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={edited ? what : 'New rule'}
      size="l"
    >
      <RuleForm
        draftKey={`rule:${host}:${edited?.id ?? `new:${newPath ?? ''}`}`}
        newPath={newPath}
        edited={edited?.rule}
        stored={stored}
        refusal={refusal}
        onApply={onApply}
        onClose={onClose}
      />
    </Dialog>
  );
}
