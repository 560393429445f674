/** Finds out what is wrong with a host: the verdict, its cause and the fix, and what each step saw. */
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useAccountUuid } from '../../session/session.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './diagnosis.module.css';
import { type Diagnosis, diagnosisQuery } from './diagnosis-query.ts';
import { DiagnosisSteps } from './diagnosis-steps.tsx';

const verdicts: Record<Diagnosis['verdict'], { readonly tone: Tone; readonly text: string }> = {
  broken: { tone: 'danger', text: 'Broken' },
  unknown: { tone: 'warning', text: 'Not fully known' },
  healthy: { tone: 'success', text: 'Healthy' },
};

export function DiagnosisDialog({ host, onClose }: { readonly host: string; readonly onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(diagnosisQuery(useAccountUuid(), host));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Why? ${host}`}
    >
      <div className={styles['verdict']} role="status">
        {isFetching ? (
          <p className={styles['muted']}>Checking. This takes up to 12 seconds.</p>
        ) : error ? (
          <FailureNotice error={error} />
        ) : data === undefined ? null : (
          <Verdict diagnosis={data} />
        )}
      </div>
      {data !== undefined ? (
        <div className={styles['result']} data-stale={isFetching || error !== null || undefined}>
          <DiagnosisSteps steps={data.steps} />
        </div>
      ) : isFetching ? (
        <Skeleton lines={10} label="Checking" />
      ) : null}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          icon={<RefreshCw size={15} aria-hidden />}
          busy={isFetching}
          onClick={() => void refetch()}
        >
          Check again
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Verdict({ diagnosis: { verdict, cause, fix } }: { readonly diagnosis: Diagnosis }) {
  const { tone, text } = verdicts[verdict];
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      <p className={styles['cause']}>{cause ?? 'Nothing is wrong.'}</p>
      {fix === null ? null : <p>{fix}</p>}
    </>
  );
}
