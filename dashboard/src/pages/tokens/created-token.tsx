/** The secret of a new token, shown once. */
import { formatDate } from '../../format/dates.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import styles from './tokens.module.css';
import type { CreatedAccessToken } from './tokens-queries.ts';

export function CreatedToken({
  token,
  onDone,
}: {
  readonly token: CreatedAccessToken;
  readonly onDone: () => void;
}) {
  return (
    <ShownOnce
      warning="This is the only time it's shown. It isn't stored, so a lost token can't be recovered, only replaced."
      text={token.token}
      label="Copy the token"
      onDone={onDone}
    >
      <p className={styles['muted']}>
        “{token.name}” {token.scope === 'write' ? 'can read and write' : 'can only read'}
        {token.expires_at === null
          ? ' and does not expire.'
          : ` and works until ${formatDate(token.expires_at)}.`}{' '}
        Keep it like a password.
      </p>
    </ShownOnce>
  );
}
