/** The events that endpoints get, by what they are about. Source: docs/reference/webhooks.md ("Events"). */
import { type WebhookEventType, webhookEventTypes } from '../../../../src/core/webhook-event.ts';

const names: Readonly<Record<string, string>> = {
  custom_domain: 'Custom domains',
  certificate: 'Certificates',
  redirect: 'Redirects',
  rules: 'Rules',
  usage: 'Usage',
  finding: 'Findings',
};

export type EventGroup = { readonly name: string; readonly types: readonly WebhookEventType[] };

export const eventGroups: readonly EventGroup[] = groups();

/** What an endpoint gets, in a few words. No types stand for all of them. */
export function eventWords(types: readonly string[]): string {
  if (types.length === 0) return 'All events';
  if (types.length <= 2) return types.join(', ');
  return `${types.length} of ${webhookEventTypes.length} events`;
}

function groups(): EventGroup[] {
  const byResource = new Map<string, WebhookEventType[]>();
  for (const type of webhookEventTypes) {
    const resource = type.slice(0, type.indexOf('.'));
    byResource.set(resource, [...(byResource.get(resource) ?? []), type]);
  }
  return [...byResource].map(([resource, types]) => ({ name: names[resource] ?? resource, types }));
}
