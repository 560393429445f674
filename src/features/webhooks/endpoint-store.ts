/** Webhook endpoints of accounts, their secrets sealed. Source: docs/reference/webhooks.md ("Endpoints"). */
import { type Selectable, sql } from 'kysely';
import type { ControlTransaction } from '../../control/database.ts';
import { cancelPending } from '../../control/disable-webhooks.ts';
import type { WebhookEndpointRow } from '../../control/schema.ts';
import type { ControlStore } from '../../control/store.ts';
import { previousSecretMs, WebhookSecrets } from '../../control/webhook-secrets.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import type { StoredResource } from '../../kernel/collection.ts';
import { CollectionStore, type Writing } from '../../kernel/collection-store.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { attributeInvalid } from '../../resources/read-attributes.ts';
import {
  type WebhookEndpoint,
  type WebhookEndpointAttributes,
  type webhookEndpointDefinitions,
  webhookEndpointResource,
} from '../../resources/webhook-endpoint.ts';

type Definitions = typeof webhookEndpointDefinitions;
type WithSecret = { readonly endpoint: WebhookEndpoint; readonly secret: string };

export const storedEndpoint: StoredResource<Definitions> = {
  resource: webhookEndpointResource,
  kind: 'webhook_endpoint',
  owner: namedAccount,
  table: 'webhook_endpoints',
  label: 'url',
  limit: { most: 20, code: 'too_many_webhook_endpoints' },
  sealed: { secret: 'sealed_secrets' },
};

export class WebhookEndpoints extends CollectionStore<Definitions> {
  readonly #secrets: WebhookSecrets;

  constructor(store: ControlStore) {
    super(storedEndpoint, store);
    this.#secrets = new WebhookSecrets(store.secretKeys);
  }

  /** Errors: `too_many_webhook_endpoints`, `not_found`; throws SecretKeyError without the secret key, as what needs secrets does. */
  async createWithSecret(
    accountUuid: string,
    values: WebhookEndpointAttributes,
    again?: string,
  ): Promise<WithSecret> {
    const isNew = { disabledAt: null, disabledReason: '', previousSecretExpiresAt: null };
    let secret = '';
    const write = async (writing: Writing): Promise<void> => {
      writing.columns['failing_since'] = null;
      writing.columns['last_sequence'] = 0;
      secret = await this.#makeSecret(writing);
    };
    const endpoint = await this.create(accountUuid, { ...values, ...isNew }, write, again);
    if (!endpoint) throw new ServiceError('not_found', `there is no account ${quoteValue(accountUuid)}`);
    return { endpoint, secret };
  }

  /**
   * Changes an endpoint: `change` gets the stored one and returns its new attributes, with no other writer between. When it
   * becomes inactive, what waits for it is canceled. Answers undefined when there is no such endpoint. Errors: `active_invalid` while it has no secret.
   */
  change(
    accountUuid: string,
    uuid: string,
    change: (current: WebhookEndpoint) => WebhookEndpointAttributes,
  ): Promise<WebhookEndpoint | undefined> {
    return this.update(accountUuid, uuid, async (current, { trx, now, row, columns }) => {
      const values = change(current);
      const { active: attribute } = webhookEndpointResource.attributes;
      if (values.active && row['key_id'] === null)
        throw attributeInvalid(attribute, true, 'its secret is lost; rotate it first');
      if (values.url !== current.url || !current.active) columns['failing_since'] = null;
      if (!values.active) await cancelPending(trx, uuid, now);
      return { ...values, ...(values.active && { disabledAt: null, disabledReason: '' }) };
    });
  }

  /** Gives an endpoint a new secret; the one before still signs for a day. Undefined when there is no such endpoint. */
  async rotateSecret(accountUuid: string, uuid: string): Promise<WithSecret | undefined> {
    let secret = '';
    const endpoint = await this.update(accountUuid, uuid, async (_current, writing) => {
      const { key_id: keyId, sealed_secrets: text } = endpointRow(writing);
      const signing = { endpointUuid: uuid, keyId, text, previousExpiresAt: null };
      const previous = await this.#secrets.open(signing, writing.now);
      secret = await this.#makeSecret(writing, previous);
      return { previousSecretExpiresAt: previous.length === 0 ? null : writing.now + previousSecretMs };
    });
    return endpoint && { endpoint, secret };
  }

  /** Deletes an endpoint with its deliveries; returns what it was, or undefined when there was none. */
  override delete(accountUuid: string, uuid: string): Promise<WebhookEndpoint | undefined> {
    return super.delete(accountUuid, uuid, ({ trx }) => deleteEventsOf(trx, uuid));
  }

  async #makeSecret({ trx, uuid, columns }: Writing, previous: readonly string[] = []): Promise<string> {
    const { secret, sealed } = await this.#secrets.makeNew(trx, uuid, previous);
    columns['sealed_secrets'] = sealed.text;
    columns['key_id'] = sealed.keyId;
    return secret;
  }
}

function endpointRow({ row }: Writing): Selectable<WebhookEndpointRow> {
  // The table's row.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return row as Selectable<WebhookEndpointRow>;
}

/** Deletes the events that are for no other endpoint. */
async function deleteEventsOf(trx: ControlTransaction, uuid: string): Promise<void> {
  await sql`
    delete from webhook_events
    where uuid in (select event_uuid from webhook_event_deliveries where endpoint_uuid = ${uuid})
      and not exists (
        select 1 from webhook_event_deliveries
        where event_uuid = webhook_events.uuid and endpoint_uuid <> ${uuid})`.execute(trx);
}
