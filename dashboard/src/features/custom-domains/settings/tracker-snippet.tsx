/** The element that a page needs to be counted. Source: docs/reference/tracker.md. */
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './tracker-snippet.module.css';

const element = '<script defer src="/.nameplate/script.js"></script>';

export function TrackerSnippet() {
  return (
    <div className={styles['snippet']}>
      <p>
        Put this into the <code>&lt;head&gt;</code> of every page you want counted:
      </p>
      <div className={styles['code']}>
        <code>{element}</code>
        <CopyButton text={element} label="Copy the script element" />
      </div>
      <p className={styles['hint']}>
        Under a Content Security Policy it needs <code>script-src 'self'</code> and{' '}
        <code>connect-src 'self'</code>.
      </p>
    </div>
  );
}
