/** Undoes a change of the audit trail; asks before that deletes what was created. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEvent } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useSave } from '../../ui/use-save.ts';
import { undoChange } from './versions-queries.ts';

/** Of which kinds of resources changes can be undone. */
const undone: ReadonlySet<AuditEvent['resource']> = new Set([
  'redirect',
  'host_rules',
  'custom_domain',
  'upstream',
]);

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
  if (!canWrite || !undone.has(event.resource)) return null;
  const { resource_name: name } = event;
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
          <p>Undoing a creation deletes what was created. You can undo that in turn.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
