/** A token's scope, with a description of each choice. */
import { ChoiceField } from '../../ui/choice-field.tsx';

const scopes = [
  {
    value: 'read',
    label: 'Read only',
    hint: "Can see everything in this account, including analytics, but can't change anything.",
  },
  {
    value: 'write',
    label: 'Read and write',
    hint: 'Can also change domains, redirects and certificates, and create and revoke tokens.',
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
