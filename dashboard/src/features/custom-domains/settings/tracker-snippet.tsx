/** The elements that a page needs to be counted. Source: docs/reference/tracker.md, docs/reference/engagement.md. */
import { type ReportSwitches, reportScripts } from '../../../../../src/core/report-scripts.ts';
import { scriptPath } from '../../../../../src/core/tracker-paths.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './tracker-snippet.module.css';

export function TrackerSnippet({ switches }: { readonly switches: ReportSwitches }) {
  const further = Object.values(reportScripts).filter(({ attribute }) => switches[attribute]);
  const text = [scriptPath, ...further.map(({ path }) => path)]
    .map((path) => `<script defer src="${path}"></script>`)
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
