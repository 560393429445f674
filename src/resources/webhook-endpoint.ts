/** Webhook endpoints. Source: docs/reference/webhooks.md ("Endpoints"). */
import type { UpstreamCheck } from '../core/custom-domain.ts';
import { parseLabel } from '../core/label.ts';
import { parseUrl } from '../core/url.ts';
import { webhookEventTypes } from '../core/webhook-event.ts';
import type { Entity, Reading, Values } from './definition.ts';
import { attributeInvalid, readChanged, readNew, readOptional, readRequired } from './read-attributes.ts';
import type { RequestBody } from './request-body.ts';
import { defineResource, type Resource } from './resource.ts';

export const webhookEndpointDefinitions = {
  uuid: { type: 'uuid', readOnly: true },
  url: {
    type: 'text',
    required: true,
    maxLength: 2_048,
    allowed: 'an https URL of at most 2048 characters, without user name, password or fragment',
    refused: 'is missing, or not an `https` URL that events can be sent to',
    description:
      'Where events are sent. It must not lead to loopback, link-local, private or other special addresses unless the operator allows them; `http` is for addresses that the operator allows.',
    examples: ['https://app.example.com/webhooks'],
    read: (text: string): Reading<string> => readUrl(text),
    option: { value: 'URL', help: 'where events are sent' },
  },
  events: {
    type: 'texts',
    // The compiler needs the type to be written out.
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
    choices: webhookEventTypes as typeof webhookEventTypes,
    default: [],
    refused: 'is not a list of types of events',
    description:
      'The types of events that it gets; an empty list: all of them, also those that later versions add. In forms, separated by commas.',
    examples: [['custom_domain.ready', 'certificate.failed']],
    option: { value: 'TYPES', help: 'types of events, separated by commas; "" is all of them' },
  },
  description: {
    type: 'text',
    default: '',
    maxLength: 200,
    allowed: 'at most 200 characters on one line',
    refused: 'is longer than 200 characters, or has a line break or another control character',
    description: 'A note for people.',
    read: (text: string): Reading<string> => {
      const value = text.trim() === '' ? '' : parseLabel(text, 200);
      return value === undefined ? { ok: false } : { ok: true, value };
    },
    option: { value: 'TEXT', help: 'a note for people' },
  },
  active: {
    type: 'boolean',
    default: true,
    description:
      'Whether it gets events. Those of the time in which it is inactive are not sent later; true enables an endpoint again that was disabled.',
    option: { help: 'send it events', off: { flag: 'inactive', help: 'send it none' } },
  },
  disabled_at: {
    type: 'timestamp',
    readOnly: true,
    nullable: true,
    description: 'When the service disabled it; null: it did not.',
  },
  disabled_reason: {
    type: 'text',
    readOnly: true,
    description: 'Why the service disabled it; empty: it did not.',
  },
  previous_secret_expires_at: {
    type: 'timestamp',
    readOnly: true,
    nullable: true,
    description: 'Until when the secret before the current one signs, too; null: it does not.',
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
  updated_at: { type: 'timestamp', readOnly: true, description: 'Time of last update.' },
} as const;

type Definitions = typeof webhookEndpointDefinitions;
/** Without its secrets. */
export type WebhookEndpoint = Entity<Definitions>;
/** What a caller may set; already validated. */
export type WebhookEndpointAttributes = Values<Definitions>;

export const webhookEndpointResource: Resource<Definitions> = defineResource(
  'WebhookEndpoint',
  webhookEndpointDefinitions,
);

const { url: urlAttribute } = webhookEndpointResource.attributes;

/**
 * Reads all attributes of a new endpoint, or what is given over those of `current`, and checks where it is. Errors: the
 * attribute's own code.
 */
export async function readWebhookEndpoint(
  body: RequestBody,
  check: UpstreamCheck,
  accountUuid: string,
  current?: WebhookEndpointAttributes,
): Promise<(latest?: WebhookEndpointAttributes) => WebhookEndpointAttributes> {
  const url = current ? readOptional(body, urlAttribute) : readRequired(body, urlAttribute);
  if (url !== undefined && url !== current?.url) {
    const { protocol, hostname, port } = new URL(url);
    const isTls = protocol === 'https:';
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const number = port === '' ? (isTls ? 443 : 80) : Number(port);
    const reason = await check.refusal(accountUuid, host, number, isTls ? 'any' : 'listed');
    if (reason !== undefined) throw attributeInvalid(urlAttribute, url, reason);
  }
  return (latest) =>
    latest ? readChanged(webhookEndpointResource, body, latest) : readNew(webhookEndpointResource, body);
}

const { maxLength: maxUrlLength } = webhookEndpointDefinitions.url;

function readUrl(text: string): Reading<string> {
  const url = text.length <= maxUrlLength ? parseUrl(text.trim()) : undefined;
  if (!url) return { ok: false };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { ok: false, reason: `its scheme is ${url.protocol.slice(0, -1)}` };
  if (url.username !== '' || url.password !== '')
    return { ok: false, reason: 'it has a user name or password' };
  if (url.hash !== '') return { ok: false, reason: 'it has a fragment' };
  return url.href.length <= maxUrlLength ? { ok: true, value: url.href } : { ok: false };
}
