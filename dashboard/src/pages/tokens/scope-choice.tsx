/** How far a token goes, each choice with what it means. */
import styles from './tokens.module.css';

const scopes = [
  {
    value: 'read',
    name: 'Read only',
    hint: 'Sees everything of this account, analytics included. Changes nothing.',
  },
  {
    value: 'write',
    name: 'Read and write',
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
  return (
    <fieldset className={styles['scopes']}>
      <legend className={styles['legend']}>Scope</legend>
      {scopes.map(({ value, name, hint }) => (
        <label key={value} className={styles['scope']}>
          <input
            type="radio"
            name="scope"
            value={value}
            checked={scope === value}
            onChange={() => onChange(value)}
          />
          <span className={styles['scopeName']}>{name}</span>
          <span className={styles['scopeHint']}>{hint}</span>
        </label>
      ))}
    </fieldset>
  );
}
