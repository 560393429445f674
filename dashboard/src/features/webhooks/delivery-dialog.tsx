/** One delivery: what was sent, each attempt to deliver it, and the way to send it again. */
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { type Delivery, deliveries, type Endpoint, endpoints } from '../../api/resources.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatResponseTime } from '../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyTextButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Pending } from '../../ui/pending.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { useSave } from '../../ui/use-save.ts';
import { lookOf, resultOf } from './delivery-words.ts';
import { followMs, inactiveReason, replayDelivery } from './webhook-requests.ts';
import styles from './webhooks.module.css';

export function DeliveryDialog({
  endpoint,
  deliveryUuid,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly deliveryUuid: string;
  readonly onClose: () => void;
}) {
  const { data, error, refetch } = useQuery({
    ...deliveries.one({
      account_uuid: useAccountUuid(),
      webhook_endpoint_uuid: endpoint.uuid,
      webhook_delivery_uuid: deliveryUuid,
    }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? followMs : false),
  });
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={data?.type ?? 'Delivery'}
    >
      {data ? (
        <div className={styles['stack']}>
          <Facts delivery={data} />
          <Attempts delivery={data} />
          <Payload delivery={data} />
          <Replay endpoint={endpoint} delivery={data} onClose={onClose} />
        </div>
      ) : (
        <Pending error={error} onRetry={() => void refetch()} lines={6} label="Loading the delivery" />
      )}
    </Dialog>
  );
}

function Facts({ delivery }: { readonly delivery: Delivery }) {
  const { tone, text } = lookOf(delivery);
  return (
    <dl className={styles['facts']}>
      <dt>State</dt>
      <dd>
        <Badge tone={tone}>{text}</Badge>
      </dd>
      <dt>Id</dt>
      <dd>
        <code>{delivery.uuid}</code>
      </dd>
      <dt>Event</dt>
      <dd>{formatDateTime(delivery.created_at)}</dd>
      {delivery.next_attempt_at === null ? null : (
        <>
          <dt>Next attempt</dt>
          <dd>{formatDateTime(delivery.next_attempt_at)}</dd>
        </>
      )}
    </dl>
  );
}

function Attempts({ delivery: { attempts } }: { readonly delivery: Delivery }) {
  if (attempts.length === 0) return <p className={styles['muted']}>It hasn't been sent yet.</p>;
  return (
    <section>
      <h3>Attempts</h3>
      <ol className={styles['attempts']}>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
            <span>
              {resultOf(attempt)}{' '}
              <span className={styles['muted']}>in {formatResponseTime(attempt.duration_ms / 1000)}</span>
              {attempt.response === '' ? null : (
                <code className={styles['response']}>{attempt.response}</code>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Payload({ delivery: { body } }: { readonly delivery: Delivery }) {
  const text = JSON.stringify(body, undefined, 2);
  return (
    <section className={styles['payload']}>
      <h3>Payload</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the arrow keys once it has the focus */}
      <pre tabIndex={0} role="region" aria-label="Payload">
        {text}
      </pre>
      <CopyTextButton text={text}>Copy</CopyTextButton>
    </section>
  );
}

/** Sends it again as it was, or at once if it waits for its next attempt. */
function Replay({
  endpoint,
  delivery,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly delivery: Delivery;
  readonly onClose: () => void;
}) {
  const account_uuid = useAccountUuid();
  const canWrite = useCanWrite();
  const { isBusy, failure, run } = useSave({
    done: 'The event is sent again',
    changes: [deliveries.key, endpoints.key],
    onSaved: onClose,
  });
  const replay = () =>
    run(() =>
      replayDelivery({
        account_uuid,
        webhook_endpoint_uuid: endpoint.uuid,
        webhook_delivery_uuid: delivery.uuid,
      }),
    );
  return (
    <>
      {failure === undefined ? null : <FailureNotice error={failure} />}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {delivery.status === 'pending' && delivery.next_attempt_at === null ? null : (
          <Button
            variant="primary"
            icon={<RotateCw size={16} aria-hidden />}
            busy={isBusy}
            disabled={!canWrite || !endpoint.active}
            title={canWrite ? inactiveReason(endpoint) : readOnlyReason}
            onClick={() => void replay()}
          >
            {delivery.status === 'pending' ? 'Send now' : 'Send again'}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
