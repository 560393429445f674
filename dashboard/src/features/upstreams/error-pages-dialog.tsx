/** The error pages of an upstream, for all of its domains. */

import type { Upstream } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorPages } from '../error-pages/error-pages.tsx';

export function ErrorPagesDialog({
  upstream,
  onClose,
}: {
  readonly upstream: Upstream;
  readonly onClose: () => void;
}) {
  const accountUuid = useAccountUuid();
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Error pages of ${upstream.host}`}
      description="Visitors of all its domains get these pages, unless a domain has its own."
    >
      <ErrorPages owner={{ accountUuid, upstreamUuid: upstream.uuid }} />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
