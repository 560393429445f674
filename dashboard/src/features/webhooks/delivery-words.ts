/** Deliveries in words. Source: docs/reference/webhooks.md ("Deliveries"). */
import type { DeliverySummary } from '../../api/resources.ts';
import type { Tone } from '../../ui/badge.tsx';

type DeliveryStatus = DeliverySummary['status'];

type Look = { readonly tone: Tone; readonly text: string };

const looks: Readonly<Record<DeliveryStatus, Look>> = {
  pending: { tone: 'neutral', text: 'Waiting' },
  delivered: { tone: 'success', text: 'Delivered' },
  failed: { tone: 'danger', text: 'Given up' },
  canceled: { tone: 'neutral', text: 'Canceled' },
};

export const statusOptions: readonly { readonly value: DeliveryStatus; readonly label: string }[] = [
  { value: 'pending', label: looks.pending.text },
  { value: 'delivered', label: looks.delivered.text },
  { value: 'failed', label: looks.failed.text },
  { value: 'canceled', label: looks.canceled.text },
];

/** One that has failed already and will be sent again is a warning. */
export function lookOf({
  status,
  attempts_made: attempts,
}: Pick<DeliverySummary, 'status' | 'attempts_made'>): Look {
  return status === 'pending' && attempts > 0 ? { tone: 'warning', text: 'Trying again' } : looks[status];
}

type Result = Pick<DeliverySummary, 'response_status' | 'error'>;

/** What became of an attempt: the status of the answer, what went wrong, or both. */
export function resultOf({ response_status: status, error }: Result): string {
  return [status, error].filter((part) => part !== null).join(': ');
}

/** How many attempts there were, and the last one's result. */
export function attemptsWords(delivery: Result & Pick<DeliverySummary, 'attempts_made'>): string {
  const { attempts_made: attempts } = delivery;
  if (attempts === 0) return 'None yet';
  return attempts === 1 ? resultOf(delivery) : `${attempts}, last ${resultOf(delivery)}`;
}
