/** The token that an upstream gets with each request: hidden until it is asked for, as it opens the upstream. */
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './upstreams.module.css';

export function AuthToken({ token, host }: { readonly token: string; readonly host: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <span className={styles['token']}>
      <code data-shown={isShown || undefined}>{isShown ? token : '••••••••••••'}</code>
      <span className={styles['buttons']}>
        <IconButton
          size="s"
          label={isShown ? `Hide the auth token of ${host}` : `Show the auth token of ${host}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
        </IconButton>
        <CopyButton text={token} label={`Copy the auth token of ${host}`} />
      </span>
    </span>
  );
}
