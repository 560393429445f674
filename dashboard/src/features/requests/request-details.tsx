/** The dialog of one request. */
import { Dialog } from '../../ui/dialog.tsx';
import type { ListedRequest } from './merge-requests.ts';
import { RequestFacts } from './request-facts.tsx';

export function RequestDetails({
  request,
  onClose,
}: {
  readonly request: ListedRequest;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Request"
      description="What is recorded: no address, no user agent and no query."
    >
      <RequestFacts request={request} />
    </Dialog>
  );
}
