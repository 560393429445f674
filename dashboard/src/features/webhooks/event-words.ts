/** What an endpoint gets, in a few words. Source: docs/reference/webhooks.md ("Events"). */
import { webhookEventTypes } from '../../../../src/core/webhook-event.ts';

/** No types stand for all of them. */
export function eventWords(types: readonly string[]): string {
  if (types.length === 0) return 'All events';
  if (types.length <= 2) return types.join(', ');
  return `${types.length} of ${webhookEventTypes.length} events`;
}
