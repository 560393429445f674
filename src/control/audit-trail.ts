/**
 * Records every change that an actor makes, in the transaction that makes it. Source: docs/reference/audit-trail.md.
 *
 * A writer calls `recordChange` once for each row that it writes. It can't forget to: a transaction that wrote an audited
 * table without recording a change of its kind is refused, and so is such a write outside a transaction.
 */
import {
  ColumnNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type Selectable,
  TableNode,
  type Transaction,
  type UnknownRow,
} from 'kysely';
import { type AuditAction, type AuditedKind, hiddenValue } from '../core/audit.ts';
import { systemClock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import { type Actor, currentActor, serviceActor } from './acting.ts';
import { annotateChange, collectAnnotations } from './annotated-changes.ts';
import {
  type Audited,
  type AuditedTables,
  auditedWebhookEndpoint,
  changedNames,
  type EntityChange,
} from './audited.ts';
import { collectUses, type Limited } from './limit-uses.ts';
import { collectUnanswered, together } from './pipelining.ts';
import { collectRevisions } from './revisions.ts';
import type { ControlSchema, WebhookEndpointRow } from './schema.ts';
import { collectVersions, type NewVersionBytes, noteVersion } from './versions.ts';
import type { WaitingWebhooks } from './waiting-webhooks.ts';
import { toAuditedEndpoint } from './webhook-endpoint-row.ts';
import { collectEvents, recordChangeEvents } from './webhook-events.ts';

/** Rows of one INSERT; each takes thirteen parameters and both engines allow at least 32,766. */
const rowsPerInsert = 1_000;

type Change = {
  readonly eventUuid: string;
  readonly accountUuid: string;
  readonly kind: AuditedKind;
  readonly uuid: string;
  readonly name: string;
  readonly action: AuditAction;
  /** JSON; null where there is nothing before or after. */
  readonly before: string | null;
  readonly after: string | null;
};

const trails = new WeakMap<Transaction<ControlSchema>, Trail>();

/** Runs `work` in a transaction that accounts may not use to get past their limits; what it recorded is stored at the end. Without an actor that is its events and revisions. */
export async function withTrail<T>(
  trx: Transaction<ControlSchema>,
  database: Limited & { readonly webhooks: WaitingWebhooks; readonly newVersionBytes: NewVersionBytes },
  tables: AuditedTables,
  work: (trx: Transaction<ControlSchema>) => Promise<T>,
): Promise<T> {
  const actor = currentActor();
  const trail = actor && new Trail(tables);
  const watched = trail ? trx.withPlugin(trail) : trx;
  if (trail) trails.set(watched, trail);
  const refuseBeyondLimits = collectUses(watched, database);
  const storeEvents = collectEvents(watched, database.webhooks);
  const storeAnnotations = collectAnnotations(watched);
  const storeVersions = collectVersions(watched, database);
  const storeRevisions = collectRevisions(watched, database.kind);
  const unanswered = collectUnanswered(watched);
  const result = await work(watched).catch(async (error: unknown) => {
    // What was sent first goes first.
    await together([...unanswered, Promise.reject(error)]);
    throw error;
  });
  const mayEnd = together([together(unanswered), refuseBeyondLimits(trx)]);
  const [, disabled] = await together([
    mayEnd,
    storeEvents(trx, mayEnd),
    actor && trail?.store(trx, actor),
    storeAnnotations(trx, actor),
    storeVersions(trx, actor),
  ]);
  for (const { before, after } of disabled) await storeDisabled(trx, before, after);
  // Last: from here to the commit no other writer can go on.
  await storeRevisions(trx);
  return result;
}

/**
 * Records that an entity was created (`before` is null), deleted (`after` is null) or changed; of a change only the
 * attributes that differ. To be called with the transaction that makes the change. What belongs to several accounts, or to
 * none, is recorded for each.
 */
export function recordChange<E extends { readonly uuid: string }>(
  trx: Transaction<ControlSchema>,
  audited: Audited<E>,
  accounts: string | readonly string[],
  before: E | null,
  after: E | null,
): void {
  const entity = after ?? before;
  if (!entity) return;
  const names = changedNames(audited, before, after);
  const change = { accountUuids: [accounts].flat(), before, after, names };
  const eventUuid = trails.get(trx)?.add(audited, entity, change) ?? null;
  annotateChange(trx, audited.kind, change);
  noteVersion(trx, audited, change, eventUuid);
  if (names.length > 0 && audited.events) recordChangeEvents(trx, audited.events, change);
}

/**
 * Records that the service itself deleted an entity of an account, whoever's request led to it. Nothing of that caller is
 * shown to the account.
 */
export async function recordServiceDeletion<E extends { readonly uuid: string }>(
  trx: Transaction<ControlSchema>,
  audited: Audited<E>,
  accountUuid: string,
  entity: E,
): Promise<void> {
  const names = changedNames(audited, entity, null);
  const change = { accountUuids: [accountUuid], before: entity, after: null, names };
  trails.get(trx)?.passOver(audited.kind);
  const changes = changesOf(audited, entity, change);
  await storeChanges(trx, serviceActor, changes);
  noteVersion(trx, audited, change, changes[0]?.eventUuid ?? null, serviceActor);
  if (audited.events) recordChangeEvents(trx, audited.events, change);
}

/** Records that the service disabled an endpoint, whoever's changes led to it. */
async function storeDisabled(
  trx: Transaction<ControlSchema>,
  beforeRow: Selectable<WebhookEndpointRow>,
  afterRow: Selectable<WebhookEndpointRow>,
): Promise<void> {
  const [before, after] = [toAuditedEndpoint(beforeRow), toAuditedEndpoint(afterRow)];
  const names = changedNames(auditedWebhookEndpoint, before, after);
  const change = { accountUuids: [beforeRow.account_uuid], before, after, names };
  await storeChanges(trx, serviceActor, changesOf(auditedWebhookEndpoint, after, change));
}

class Trail implements KyselyPlugin {
  readonly #tables: AuditedTables;
  readonly #changes: Change[] = [];
  readonly #recorded = new Set<AuditedKind>();
  readonly #written = new Set<AuditedKind>();
  readonly #statements = new WeakMap<QueryId, AuditedKind>();

  constructor(tables: AuditedTables) {
    this.#tables = tables;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const kind = kindWritten(node, this.#tables);
    if (kind) this.#statements.set(queryId, kind);
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const kind = this.#statements.get(queryId);
    const hasWritten = result.rows.length > 0 || (result.numAffectedRows ?? 0n) > 0n;
    if (kind && hasWritten) this.#written.add(kind);
    return result;
  }

  /** Answers the uuid of the event, of several accounts that of the first. */
  add<E extends { readonly uuid: string }>(
    audited: Audited<E>,
    entity: E,
    change: EntityChange<E>,
  ): string | undefined {
    this.#recorded.add(audited.kind);
    if (change.names.length === 0) return undefined;
    const changes = changesOf(audited, entity, change);
    this.#changes.push(...changes);
    return changes[0]?.eventUuid;
  }

  /** Takes it that changes of a kind are stored already. */
  passOver(kind: AuditedKind): void {
    this.#recorded.add(kind);
  }

  async store(trx: Transaction<ControlSchema>, actor: Actor): Promise<void> {
    for (const kind of this.#written) {
      if (!this.#recorded.has(kind))
        throw new Error(`a change of a ${kind} was not recorded: call recordChange`);
    }
    await storeChanges(trx, actor, this.#changes);
  }
}

function changesOf<E extends { readonly uuid: string }>(
  audited: Audited<E>,
  entity: E,
  { accountUuids, before, after, names }: EntityChange<E>,
): Change[] {
  const { kind, secrets } = audited;
  const old = before && audited.attributesOf(before);
  const now = after && audited.attributesOf(after);
  const shown = (values: Readonly<Record<string, unknown>> | null): string | null =>
    values &&
    JSON.stringify(
      Object.fromEntries(names.map((name) => [name, secrets.includes(name) ? hiddenValue : values[name]])),
    );
  const change = {
    kind,
    uuid: entity.uuid,
    name: audited.nameOf(entity),
    action: !old ? 'created' : now ? 'updated' : 'deleted',
    before: shown(old),
    after: shown(now),
  } as const;
  return accountUuids.map((accountUuid) => ({ ...change, eventUuid: newUuid(), accountUuid }));
}

async function storeChanges(
  trx: Transaction<ControlSchema>,
  actor: Actor,
  changes: readonly Change[],
): Promise<void> {
  const created_at = systemClock.now();
  const rows = changes.map((change) => ({
    uuid: change.eventUuid,
    account_uuid: change.accountUuid,
    created_at,
    actor_kind: actor.kind,
    actor_uuid: actor.uuid,
    actor_name: actor.name,
    address: actor.address,
    action: change.action,
    resource: change.kind,
    resource_uuid: change.uuid,
    resource_name: change.name,
    before_values: change.before,
    after_values: change.after,
  }));
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await trx
      .insertInto('audit_events')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
  }
}

/** Refuses writes of actors that no transaction records. */
export function noUnrecordedWrites(tables: AuditedTables): KyselyPlugin {
  return {
    transformQuery({ node }) {
      const kind = currentActor() && kindWritten(node, tables);
      if (kind) throw new Error(`a ${kind} was written outside a transaction, where it isn't recorded`);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** What a statement changes that has to be recorded. */
function kindWritten(node: RootOperationNode, tables: AuditedTables): AuditedKind | undefined {
  if (node.kind === 'InsertQueryNode') return auditedIn(node.into, tables)?.kind;
  if (node.kind === 'DeleteQueryNode') return auditedIn(node.from.froms[0], tables)?.kind;
  if (node.kind !== 'UpdateQueryNode') return undefined;
  const audited = auditedIn(node.table, tables);
  const isTold = node.updates?.some(({ column }) => audited?.columns.includes(nameOf(column)));
  return isTold ? audited?.kind : undefined;
}

function auditedIn(node: OperationNode | undefined, tables: AuditedTables) {
  if (!node || !TableNode.is(node)) return undefined;
  return tables[node.table.identifier.name] ?? undefined;
}

function nameOf(column: OperationNode): string {
  return ColumnNode.is(column) ? column.column.name : '';
}
