/** The secret of a new token, shown once. */
import { formatDate } from '../../format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { FieldStack } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
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
    <FieldStack>
      <Notice tone="warning">
        This is the only time it's shown. It isn't stored, so a lost token can't be recovered, only replaced.
      </Notice>
      <div className={styles['secret']}>
        <code>{token.token}</code>
        <CopyButton text={token.token} label="Copy the token" />
      </div>
      <p className={styles['muted']}>
        “{token.name}” {token.scope === 'write' ? 'can read and write' : 'can only read'}
        {token.expires_at === null
          ? ' and does not expire.'
          : ` and works until ${formatDate(token.expires_at)}.`}{' '}
        Keep it like a password.
      </p>
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      </DialogActions>
    </FieldStack>
  );
}
