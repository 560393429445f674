/** Everything that is recorded of one request. */
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { ListedRequest } from './merge-requests.ts';
import { factsOf } from './request-words.ts';
import styles from './requests.module.css';

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
      <dl className={styles['facts']}>
        {factsOf(request).map(({ name, value, isCode, isCopied }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {isCode === true ? <code>{value}</code> : value}
              {isCopied === true ? (
                <CopyButton text={value} label={`Copy the ${name.toLowerCase()}`} />
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
