/** A webhook endpoint takes nothing. Source: docs/reference/finding-kinds.md ("webhook_failing"). */
import type { FindingKind } from '../kind.ts';

export const webhookFailing: FindingKind = {
  kind: 'webhook_failing',
  severity: 'warning',
  opens: 'within an hour at least three attempts failed, and none was good',
  summary: ({ subject }) => `The webhook endpoint at ${subject} takes no events.`,
  causes: {
    attempts_failed: {
      when: 'Every attempt failed.',
      cause: 'Every attempt to deliver an event failed; the deliveries show why.',
      fix: 'Fix the receiver: deliveries are retried automatically, and after five days of failures the endpoint is disabled.',
    },
  },
};
