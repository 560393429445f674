/** Replaces an endpoint's secret. States: *question* → *secret*, which is shown this one time. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { type Endpoint, rotateSecret, webhooksChanged } from './webhooks-queries.ts';

export function RotateSecretDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const rotate = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      setSecret((await rotateSecret(accountUuid, endpoint.uuid)).secret);
      void webhooksChanged(queryClient);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      // The secret can't be shown again, so only the button closes the dialog.
      onOpenChange={(open) => (open || secret !== undefined ? undefined : onClose())}
      title={secret === undefined ? 'Replace the signing secret?' : 'Copy the signing secret now'}
    >
      {secret === undefined ? (
        <FieldStack>
          <p>Deliveries are signed with the old and the new secret for a day, so that none is refused.</p>
          {failure === undefined ? null : <FailureNotice error={failure} />}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={isBusy} onClick={() => void rotate()}>
              Replace secret
            </Button>
          </DialogActions>
        </FieldStack>
      ) : (
        <ShownOnce
          warning="This is the only time it's shown. A lost secret can't be recovered, only replaced."
          text={secret}
          label="Copy the secret"
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}
