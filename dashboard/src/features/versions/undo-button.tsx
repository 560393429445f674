/** Undoes a change of the audit trail; asks before that deletes what was created. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { whyLost } from '../../../../src/core/audit.ts';
import type { AuditEvent } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useSave } from '../../ui/use-save.ts';
import { undoChange } from './versions-queries.ts';

export function UndoButton({ event }: { readonly event: AuditEvent }) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const saving = {
    done: 'The change was undone.',
    // Whatever page it is on shows it.
    onSaved: () => void queryClient.invalidateQueries(),
  };
  const { isBusy, run } = useSave({ ...saving, toastsFailures: true });
  const { resource, resource_name: name } = event;
  if (!canWrite || whyLost(resource, event.action) !== undefined) return null;
  const send = () => undoChange(accountUuid, event.uuid);
  return (
    <>
      <Button
        size="s"
        busy={isBusy}
        aria-label={`Undo this change of ${name}`}
        onClick={() => (event.action === 'created' ? setAsking(true) : void run(send))}
      >
        Undo
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Delete what was created for ${name}?`}
          action="Undo and delete"
          send={send}
          onClose={() => setAsking(false)}
          {...saving}
        >
          <p>
            Undoing a creation deletes what was created.{' '}
            {whyLost(resource, 'deleted') === undefined
              ? 'You can undo that in turn.'
              : 'There is no way back from that.'}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
