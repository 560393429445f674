/** How an import ended: what was written, what was not, and why. */
import { formatInteger } from '../../../format/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { FieldStack } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DownloadFailed } from './download-failed.tsx';
import styles from './import.module.css';
import { PlannedLines } from './planned-lines.tsx';
import type { Ended } from './run-import.ts';

export function ImportEnded({
  ended,
  columns,
  onContinue,
  onClose,
}: {
  readonly ended: Ended;
  readonly columns: readonly string[];
  readonly onContinue: () => void;
  readonly onClose: () => void;
}) {
  const { created, updated, failed, warned, left } = ended;
  const isWhole = failed.length === 0 && warned.length === 0 && left.length === 0;
  return (
    <FieldStack>
      <Notice tone={isWhole ? 'success' : 'warning'}>{summaryOf(ended)}</Notice>
      {failed.length > 0 ? (
        <>
          <div className={styles['failedHead']}>
            <h3 className={styles['failedTitle']}>
              {failed.length === 1
                ? 'The line that failed'
                : `The ${formatInteger(failed.length)} lines that failed`}
            </h3>
            <DownloadFailed columns={columns} lines={failed} />
          </div>
          <PlannedLines label="that failed" lines={failed} />
        </>
      ) : null}
      {warned.length > 0 ? (
        <>
          <h3 className={styles['failedTitle']}>
            {warned.length === 1 ? 'Imported, with a warning' : 'Imported, with warnings'}
          </h3>
          <PlannedLines label="with warnings" lines={warned} />
        </>
      ) : null}
      <DialogActions>
        {left.length > 0 ? (
          <Button onClick={onContinue}>
            Import the {left.length === 1 ? 'one' : formatInteger(left.length)} left
          </Button>
        ) : null}
        <Button variant="primary" onClick={onClose}>
          {created + updated > 0 ? 'Show redirects' : 'Close'}
        </Button>
      </DialogActions>
    </FieldStack>
  );
}

function summaryOf({ created, updated, failed, left }: Ended): string {
  const parts = [
    `${formatInteger(created)} ${created === 1 ? 'redirect was' : 'redirects were'} created`,
    `${formatInteger(updated)} changed`,
  ];
  if (failed.length > 0) parts.push(`${formatInteger(failed.length)} failed`);
  if (left.length > 0)
    parts.push(`${formatInteger(left.length)} ${left.length === 1 ? 'was' : 'were'} not tried`);
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}.`;
}
