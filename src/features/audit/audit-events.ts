/** The audit trail's events. Source: docs/reference/audit-trail.md. */

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { type PageQuery, selectPage } from '../../control/page-query.ts';
import type { AuditEventRow } from '../../control/schema.ts';
import type { ActorKind, AuditAction, AuditedKind } from '../../core/audit.ts';

export type AuditEvent = {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly createdAt: number;
  readonly actor: { readonly kind: ActorKind; readonly uuid: string | null; readonly name: string };
  readonly address: string | null;
  readonly action: AuditAction;
  readonly resource: AuditedKind;
  readonly resourceUuid: string;
  readonly resourceName: string;
  /** Of a change only what differs; null where there is nothing before or after. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

export type AuditFilters = {
  readonly resource?: AuditedKind | undefined;
  readonly resourceUuid?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** Uuid of an access token. */
  readonly actorUuid?: string | undefined;
  /** Milliseconds since the epoch; included. */
  readonly fromMs?: number | undefined;
  /** Not included. */
  readonly toMs?: number | undefined;
};

export type AuditQuery = AuditFilters &
  Omit<PageQuery<never>, 'sort'> & {
    readonly accountUuid: string;
    /** Leaves out invitations, which have the email addresses of people who are not members. */
    readonly hidesInvitations?: boolean;
  };

const newestFirst = { field: 'created_at', direction: 'desc' } as const;

export class AuditEvents {
  readonly #database: ControlDatabase;

  constructor({ database }: Pick<StoreParts, 'database'>) {
    this.#database = database;
  }

  /** One page, newest first, and the count of all that match, as of one moment. */
  async list(query: AuditQuery): Promise<{ events: AuditEvent[]; count: number }> {
    const { fromMs, toMs } = query;
    const wanted = {
      account_uuid: query.accountUuid,
      resource: query.resource,
      resource_uuid: query.resourceUuid,
      action: query.action,
      actor_uuid: query.actorUuid,
    };
    const range: RawBuilder<unknown>[] = [];
    if (fromMs !== undefined) range.push(sql`created_at >= ${fromMs}`);
    if (query.hidesInvitations) range.push(sql`resource <> 'invitation'`);
    if (toMs !== undefined) range.push(sql`created_at < ${toMs}`);
    const { rows, count } = await selectPage(
      this.#database.queries,
      'audit_events',
      wanted,
      { ...query, sort: newestFirst },
      range,
    );
    return { events: rows.map(toAuditEvent), count };
  }

  async find(accountUuid: string, uuid: string): Promise<AuditEvent | undefined> {
    const row = await this.#database.queries
      .selectFrom('audit_events')
      .selectAll()
      .where('account_uuid', '=', accountUuid)
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    return row && toAuditEvent(row);
  }

  /** The events of a resource after one of it, newest first; of rules those of the host, whose uuid may have become another. */
  async listAfter(event: AuditEvent): Promise<AuditEvent[]> {
    const { accountUuid, createdAt, uuid, resource, resourceUuid, resourceName } = event;
    const rows = await this.#database.queries
      .selectFrom('audit_events')
      .selectAll()
      .where('account_uuid', '=', accountUuid)
      .where('created_at', '>=', createdAt)
      .where('resource', '=', resource)
      .where((eb) =>
        resource === 'host_rules'
          ? eb('resource_name', '=', resourceName)
          : eb('resource_uuid', '=', resourceUuid),
      )
      .where((eb) => eb.or([eb('created_at', '>', createdAt), eb('uuid', '>', uuid)]))
      .orderBy('created_at', 'desc')
      .orderBy('uuid', 'desc')
      .execute();
    return rows.map(toAuditEvent);
  }

  /** Deletes events from before an instant; answers how many. */
  async deleteBefore(beforeMs: number): Promise<number> {
    const result = await this.#database.queries
      .deleteFrom('audit_events')
      .where('created_at', '<', beforeMs)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}

function toAuditEvent(row: Selectable<AuditEventRow>): AuditEvent {
  return {
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    createdAt: row.created_at,
    actor: { kind: row.actor_kind, uuid: row.actor_uuid, name: row.actor_name },
    address: row.address,
    action: row.action,
    resource: row.resource,
    resourceUuid: row.resource_uuid,
    resourceName: row.resource_name,
    before: toValues(row.before_values),
    after: toValues(row.after_values),
  };
}

function toValues(json: string | null): Readonly<Record<string, unknown>> | null {
  if (json === null) return null;
  const values: Record<string, unknown> = JSON.parse(json);
  return values;
}
