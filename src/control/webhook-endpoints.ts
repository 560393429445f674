/** Webhook endpoints of accounts, their secrets sealed. Source: docs/reference/webhooks.md ("Endpoints"). */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { ServiceError } from '../core/errors.ts';
import { newUuid } from '../core/ids.ts';
import { attributeInvalid } from '../resources/read-attributes.ts';
import {
  type WebhookEndpoint,
  type WebhookEndpointAttributes,
  webhookEndpointResource,
} from '../resources/webhook-endpoint.ts';
import { recordChange } from './audit-trail.ts';
import { auditedWebhookEndpoint } from './audited.ts';
import { toColumns } from './columns.ts';
import type { ControlDatabase, ControlTransaction } from './database.ts';
import { cancelPending } from './disable-webhooks.ts';
import { type PageQuery, selectPage } from './page-query.ts';
import { takingTurns } from './row-lock.ts';
import type { WebhookEndpointRow } from './schema.ts';
import { toAuditedEndpoint, toEndpoint } from './webhook-endpoint-row.ts';
import { previousSecretMs, type WebhookSecrets } from './webhook-secrets.ts';

export const maxWebhookEndpoints = 20;
const newestFirst = { field: 'created_at', direction: 'desc' } as const;
const { stored: storedNames, writable, attributes } = webhookEndpointResource;

type WithSecret = { readonly endpoint: WebhookEndpoint; readonly secret: string };

export class WebhookEndpoints {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #secrets: WebhookSecrets;

  constructor(database: ControlDatabase, clock: Clock, secrets: WebhookSecrets) {
    this.#database = database;
    this.#clock = clock;
    this.#secrets = secrets;
  }

  /** Errors: `too_many_webhook_endpoints`; throws SecretKeyError without the secret key, as what needs secrets does. */
  create(accountUuid: string, values: WebhookEndpointAttributes): Promise<WithSecret> {
    const now = this.#clock.now();
    const endpoint: WebhookEndpoint = {
      ...values,
      uuid: newUuid(),
      accountUuid,
      disabledAt: null,
      disabledReason: '',
      previousSecretExpiresAt: null,
      createdAt: now,
      updatedAt: now,
    };
    return this.#database.transaction(async (trx) => {
      // So that writers together don't pass the limit.
      const account = trx.selectFrom('accounts').select('uuid').where('uuid', '=', accountUuid);
      await takingTurns(this.#database.kind, account).execute();
      const { count } = await trx
        .selectFrom('webhook_endpoints')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_uuid', '=', accountUuid)
        .executeTakeFirstOrThrow();
      if (count >= maxWebhookEndpoints)
        throw new ServiceError(
          'too_many_webhook_endpoints',
          `the account has ${maxWebhookEndpoints} webhook endpoints; delete one first`,
        );
      const { secret, sealed } = await this.#secrets.makeNew(trx, endpoint.uuid);
      const row = {
        ...toRow(endpoint),
        failing_since: null,
        last_sequence: 0,
        sealed_secrets: sealed.text,
        key_id: sealed.keyId,
      };
      await trx.insertInto('webhook_endpoints').values(row).execute();
      recordChange(trx, auditedWebhookEndpoint, accountUuid, null, { ...endpoint, secret: sealed.text });
      return { endpoint, secret };
    });
  }

  async find(accountUuid: string, uuid: string): Promise<WebhookEndpoint | undefined> {
    const row = await this.#database.queries
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row && toEndpoint(row);
  }

  /** One page, newest first, and the count of all, as of one moment. */
  async list(
    accountUuid: string,
    { limit, offset }: Omit<PageQuery<never>, 'sort'>,
  ): Promise<{ entities: WebhookEndpoint[]; count: number }> {
    const { rows, count } = await selectPage(
      this.#database.queries,
      'webhook_endpoints',
      { account_uuid: accountUuid },
      { sort: newestFirst, limit, offset },
    );
    return { entities: rows.map(toEndpoint), count };
  }

  /**
   * Changes an endpoint: `change` gets the stored one and returns its new attributes, with no other writer between. When it
   * becomes inactive, what waits for it is canceled. Answers undefined when there is no such endpoint. Errors: `active_invalid` while it has no secret.
   */
  update(
    accountUuid: string,
    uuid: string,
    change: (current: WebhookEndpoint) => WebhookEndpointAttributes,
  ): Promise<WebhookEndpoint | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await this.#lock(trx, accountUuid, uuid);
      if (!row) return undefined;
      const current = toEndpoint(row);
      const values = change(current);
      if (values.active && row.key_id === null)
        throw attributeInvalid(attributes.active, true, 'its secret is lost; rotate it first');
      const now = this.#clock.now();
      const updated: WebhookEndpoint = {
        ...current,
        ...values,
        ...(values.active && { disabledAt: null, disabledReason: '' }),
        updatedAt: Math.max(now, current.updatedAt + 1),
      };
      const isAnother = updated.url !== current.url || !current.active;
      await trx
        .updateTable('webhook_endpoints')
        .set({
          ...toColumns(webhookEndpointResource, writable, updated),
          disabled_at: updated.disabledAt,
          disabled_reason: updated.disabledReason,
          updated_at: updated.updatedAt,
          ...(isAnother && { failing_since: null }),
        })
        .where('uuid', '=', uuid)
        .execute();
      if (!updated.active) await cancelPending(trx, uuid, now);
      recordUpdate(trx, row, updated, row.sealed_secrets);
      return updated;
    });
  }

  /** Gives an endpoint a new secret; the one before still signs for a day. Undefined when there is no such endpoint. */
  rotateSecret(accountUuid: string, uuid: string): Promise<WithSecret | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await this.#lock(trx, accountUuid, uuid);
      if (!row) return undefined;
      const now = this.#clock.now();
      const stored = {
        endpointUuid: uuid,
        keyId: row.key_id,
        text: row.sealed_secrets,
        previousExpiresAt: null,
      };
      const previous = await this.#secrets.open(stored, now);
      const { secret, sealed } = await this.#secrets.makeNew(trx, uuid, previous);
      const endpoint: WebhookEndpoint = {
        ...toEndpoint(row),
        previousSecretExpiresAt: previous.length === 0 ? null : now + previousSecretMs,
        updatedAt: Math.max(now, row.updated_at + 1),
      };
      await trx
        .updateTable('webhook_endpoints')
        .set({
          sealed_secrets: sealed.text,
          key_id: sealed.keyId,
          previous_secret_expires_at: endpoint.previousSecretExpiresAt,
          updated_at: endpoint.updatedAt,
        })
        .where('uuid', '=', uuid)
        .execute();
      recordUpdate(trx, row, endpoint, sealed.text);
      return { endpoint, secret };
    });
  }

  /** Deletes an endpoint with its deliveries; returns what it was, or undefined when there was none. */
  delete(accountUuid: string, uuid: string): Promise<WebhookEndpoint | undefined> {
    return this.#database.transaction(async (trx) => {
      await deleteEventsOf(trx, accountUuid, uuid);
      const row = await trx
        .deleteFrom('webhook_endpoints')
        .where('uuid', '=', uuid)
        .where('account_uuid', '=', accountUuid)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const endpoint = toEndpoint(row);
      recordChange(
        trx,
        auditedWebhookEndpoint,
        accountUuid,
        { ...endpoint, secret: row.sealed_secrets },
        null,
      );
      return endpoint;
    });
  }

  #lock(
    trx: ControlTransaction,
    accountUuid: string,
    uuid: string,
  ): Promise<Selectable<WebhookEndpointRow> | undefined> {
    const query = trx
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid);
    return takingTurns(this.#database.kind, query).executeTakeFirst();
  }
}

/** Records a change of an endpoint, whose secrets are `sealed` now. */
export function recordUpdate(
  trx: ControlTransaction,
  before: Selectable<WebhookEndpointRow>,
  after: WebhookEndpoint,
  sealed: string,
): void {
  recordChange(trx, auditedWebhookEndpoint, before.account_uuid, toAuditedEndpoint(before), {
    ...after,
    secret: sealed,
  });
}

function toRow(endpoint: WebhookEndpoint) {
  return {
    ...toColumns(webhookEndpointResource, storedNames, endpoint),
    account_uuid: endpoint.accountUuid,
  } satisfies Partial<Insertable<WebhookEndpointRow>>;
}

/** Deletes the events that are for no other endpoint. */
async function deleteEventsOf(trx: ControlTransaction, accountUuid: string, uuid: string): Promise<void> {
  const endpoint = sql`select uuid from webhook_endpoints where uuid = ${uuid} and account_uuid = ${accountUuid}`;
  await sql`
    delete from webhook_events
    where uuid in (select event_uuid from webhook_event_deliveries where endpoint_uuid in (${endpoint}))
      and not exists (
        select 1 from webhook_event_deliveries
        where event_uuid = webhook_events.uuid and endpoint_uuid <> ${uuid})`.execute(trx);
}
