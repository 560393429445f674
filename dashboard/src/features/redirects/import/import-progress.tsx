/** An import's progress, with a button to stop it. */
import { formatInteger } from '../../../format/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { FieldStack } from '../../../ui/field.tsx';
import styles from './import.module.css';
import type { Progress } from './run-import.ts';

export function ImportProgress({
  progress,
  isStopping,
  onStop,
}: {
  readonly progress: Progress;
  readonly isStopping: boolean;
  readonly onStop: () => void;
}) {
  const { total, created, updated, failed, waitSeconds } = progress;
  const done = created + updated + failed.length;
  return (
    <FieldStack>
      <div className={styles['progress']}>
        <progress className={styles['bar']} max={total} value={done} aria-label="Lines done" />
        <p className={styles['counts']}>
          {formatInteger(done)} of {formatInteger(total)}: {formatInteger(created)} created,{' '}
          {formatInteger(updated)} changed, {formatInteger(failed.length)} failed
        </p>
        <p role="status" className={styles['waiting']}>
          {isStopping
            ? 'Stopping…'
            : waitSeconds === undefined
              ? ''
              : `The service asked for a ${formatInteger(waitSeconds)} s pause; the import resumes automatically.`}
        </p>
      </div>
      <DialogActions>
        <Button disabled={isStopping} onClick={onStop}>
          Stop
        </Button>
      </DialogActions>
    </FieldStack>
  );
}
