/** The elements that a page needs to be counted. Source: docs/reference/tracker.md, docs/reference/engagement.md. */
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './tracker-snippet.module.css';

export function TrackerSnippet({ engagement }: { readonly engagement: boolean }) {
  const text = ['script', ...(engagement ? ['engagement'] : [])]
    .map((name) => `<script defer src="/.nameplate/${name}.js"></script>`)
    .join('\n');
  return (
    <div className={styles['snippet']}>
      <p>
        Put this into the <code>&lt;head&gt;</code> of every page you want counted:
      </p>
      <div className={styles['code']}>
        <code>{text}</code>
        <CopyButton text={text} label="Copy the script element" />
      </div>
      <p className={styles['hint']}>
        Under a Content Security Policy it needs <code>script-src 'self'</code> and{' '}
        <code>connect-src 'self'</code>.
      </p>
    </div>
  );
}
