/**
 * The words of webhooks, which the API, its clients and the dashboard share: their order is that of the API reference. Source:
 * docs/reference/webhooks.md.
 */

/** What an account's endpoints can subscribe to, by the groups of the dashboard. Those of resources' changes follow from their types. */
export const webhookEvents = {
  'Custom domains': [
    'custom_domain.created',
    'custom_domain.updated',
    'custom_domain.deleted',
    'custom_domain.ready',
    'custom_domain.dns_found',
    'custom_domain.dns_lost',
    'custom_domain.ownership_verified',
  ],
  Certificates: ['certificate.issued', 'certificate.renewed', 'certificate.failed', 'certificate.expiring'],
  Redirects: ['redirect.created', 'redirect.updated', 'redirect.deleted'],
  Rules: ['rules.replaced'],
  Usage: ['usage.closed'],
  Findings: ['finding.opened', 'finding.resolved'],
} as const;
export type WebhookEventType = (typeof webhookEvents)[keyof typeof webhookEvents][number];
export const webhookEventTypes: readonly WebhookEventType[] = Object.values(webhookEvents).flat();

/** Sent on request, to one endpoint, whatever it subscribes to. */
export const webhookTestType = 'webhook_endpoint.test';

/** `pending`: not sent yet, or to be sent again. `failed`: given up. `canceled`: the endpoint was switched off, or too much waited. */
export const webhookDeliveryStatuses = ['pending', 'delivered', 'failed', 'canceled'] as const;
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number];
