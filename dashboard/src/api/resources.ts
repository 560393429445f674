/** The resources that pages list and change, each by the path of its list and of an item. */
import type { components } from '../../../client/src/openapi.ts';
import { resource } from './resource.ts';

type Schemas = components['schemas'];

const account = '/api/v1/accounts/{account_uuid}';
const endpoint = `${account}/webhook_endpoints/{webhook_endpoint_uuid}`;

export type AccessToken = Schemas['AccessToken'];
export const tokens = resource(
  'tokens',
  `${account}/access_tokens`,
  `${account}/access_tokens/{access_token_uuid}`,
);

export type SigningKey = Schemas['SigningKey'];
export const signingKeys = resource(
  'signing-keys',
  `${account}/signing_keys`,
  `${account}/signing_keys/{signing_key_uuid}`,
);

export type Goal = Schemas['Goal'];
export const goals = resource(
  'goals',
  '/api/v1/analytics/custom_domains/{uuid}/goals',
  '/api/v1/analytics/custom_domains/{uuid}/goals/{goal_uuid}',
);

export type Annotation = Schemas['Annotation'];
export const annotations = resource(
  'annotations',
  `${account}/custom_domains/{uuid}/annotations`,
  `${account}/custom_domains/{uuid}/annotations/{annotation_uuid}`,
);

export type Subscription = Schemas['Subscription'];
export const subscriptions = resource(
  'subscriptions',
  `${account}/subscriptions`,
  `${account}/subscriptions/{subscription_uuid}`,
);

export type Endpoint = Schemas['WebhookEndpoint'];
export const endpoints = resource('webhooks', `${account}/webhook_endpoints`, endpoint);

export type Delivery = Schemas['WebhookDelivery'];
export type DeliverySummary = Schemas['WebhookDeliverySummary'];
/** They go with their endpoint, so a key of their own: nobody asks for those of one that was deleted. */
export const deliveries = resource(
  'webhook-deliveries',
  `${endpoint}/deliveries`,
  `${endpoint}/deliveries/{webhook_delivery_uuid}`,
);

export type Certificate = Schemas['CustomCertificate'];
export const certificates = resource(
  'certificates',
  `${account}/custom_certificates`,
  `${account}/custom_certificates/{certificate_uuid}`,
);

export type AutomaticCertificate = Schemas['AutomaticCertificate'];
export const automaticCertificates = resource('automatic-certificates', `${account}/automatic_certificates`);

export type Upstream = Schemas['Upstream'];
export const upstreams = resource(
  'upstreams',
  `${account}/upstreams`,
  `${account}/upstreams/{upstream_uuid}`,
);

export type Member = Schemas['Member'];
export const members = resource('members', `${account}/members`, `${account}/members/{user_uuid}`);

export const invitations = resource(
  'invitations',
  `${account}/invitations`,
  `${account}/invitations/{invitation_uuid}`,
);

export type AuditEvent = Schemas['AuditEvent'];
export const auditEvents = resource('activity', `${account}/audit_events`);

export type Host = Schemas['Host'];
export const hosts = resource('hosts', `${account}/hosts`);

export type Redirect = Schemas['Redirect'];
export const redirects = resource(
  'redirects',
  `${account}/redirects`,
  `${account}/redirects/{redirect_uuid}`,
);

export const customDomains = resource('custom-domains', `${account}/custom_domains`);

export type Finding = Schemas['Finding'];
export const findings = resource('findings', `${account}/findings`, `${account}/findings/{finding_uuid}`);

export const savedViews = resource(
  'saved-views',
  '/api/v1/analytics/views',
  '/api/v1/analytics/views/{view_uuid}',
);
