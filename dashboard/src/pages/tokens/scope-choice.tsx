/** How far a token goes, each choice with what it means. */
import { ChoiceField } from '../../ui/choice-field.tsx';

const scopes = [
  {
    value: 'read',
    label: 'Read only',
    hint: 'Sees everything of this account, analytics included. Changes nothing.',
  },
  {
    value: 'write',
    label: 'Read and write',
    hint: 'Changes domains, redirects and certificates too, and creates and revokes tokens.',
  },
] as const;

export function ScopeChoice({
  scope,
  onChange,
}: {
  readonly scope: 'read' | 'write';
  readonly onChange: (scope: 'read' | 'write') => void;
}) {
  return <ChoiceField label="Scope" value={scope} onChange={onChange} options={scopes} />;
}
