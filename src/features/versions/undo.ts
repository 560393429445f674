/**
 * Undoes one change of the audit trail, as a change of its own. Source: docs/reference/versions.md ("Undo").
 *
 * What a change set is compared twice: with the trail since, which tells of changes there and back, and with what the resource has
 * when it is written.
 */
import { whyLost } from '../../core/audit.ts';
import { type ErrorCode, quoteValue, ServiceError } from '../../core/errors.ts';
import type { ResourceRequest } from '../../kernel/resource-routes.ts';
import type { AuditEvent, AuditEvents } from '../audit/audit-events.ts';
import { attributesIn } from './routes.ts';
import { noRules, type RestoreRules } from './rules.ts';
import type { Versions } from './version-store.ts';
import type { Attributes, FoundToUndo, UndoableKind } from './versioned-kind.ts';

type Parts = {
  readonly events: AuditEvents;
  readonly versions: Versions;
  readonly kinds: readonly UndoableKind[];
  readonly restoreRules: RestoreRules;
};

/** Errors: `undo_unsupported`, `changed_since`, `host_taken`, and those of an update of the resource. */
export async function undoChange(parts: Parts, event: AuditEvent, request: ResourceRequest): Promise<void> {
  const why = whyLost(event.resource, event.action);
  if (why !== undefined) throw unsupported(event, why);
  if (event.resource === 'host_rules') return await undoRules(parts, event);
  const kind = parts.kinds.find((one) => one.kind === event.resource);
  if (!kind) throw unsupported(event, 'there is no way back for it');
  if (event.action === 'created') return await undoCreation(parts, kind, event, request);
  if (event.action === 'deleted') return await undoDeletion(parts, kind, event, request);
  return await undoUpdate(parts, kind, event, request);
}

async function undoCreation(
  { events }: Parts,
  kind: UndoableKind,
  event: AuditEvent,
  request: ResourceRequest,
): Promise<void> {
  if ((await events.listAfter(event)).length > 0) throw changedSince(event);
  const found = await kind.find(event.accountUuid, event.resourceUuid);
  if (found && !found.delete) throw unsupported(event, 'it can’t be deleted');
  const use = await found?.use?.();
  if (use !== undefined) throw changedSince(event, use);
  if ((await found?.delete?.(request)) === undefined) throw changedSince(event);
}

async function undoDeletion(
  { events, versions }: Parts,
  kind: UndoableKind,
  event: AuditEvent,
  request: ResourceRequest,
): Promise<void> {
  const { accountUuid, resourceUuid: uuid, before } = event;
  if (!kind.create) throw unsupported(event, 'it can’t be created again');
  if ((await events.listAfter(event)).length > 0 || (await kind.find(accountUuid, uuid)))
    throw changedSince(event);
  const isWhole = kind.summed.every((name) => !before?.[name]);
  const attributes = await attributesBefore(event, isWhole, () =>
    versions.findLast({ accountUuid, kind: kind.kind, key: uuid }),
  );
  await kind.create(accountUuid, uuid, only(attributes, kind.names), request);
}

async function undoUpdate(
  { events, versions }: Parts,
  kind: UndoableKind,
  event: AuditEvent,
  request: ResourceRequest,
): Promise<void> {
  const { accountUuid, resourceUuid: uuid, before } = event;
  const names = kind.names.filter((name) => before && name in before);
  if (names.length === 0) throw unsupported(event, 'it changed nothing but secrets, which are not kept');
  const later = await events.listAfter(event);
  const isTouched = later.some(
    ({ action, after }) => action !== 'updated' || names.some((name) => after && name in after),
  );
  const found = await kind.find(accountUuid, uuid);
  if (isTouched || !found || !hasAll(found, event, names)) throw changedSince(event);
  const isWhole = !kind.summed.some((name) => names.includes(name));
  const attributes = await attributesBefore(event, isWhole, () =>
    versions.findBefore({ accountUuid, kind: kind.kind, key: uuid }, event.uuid),
  );
  const expect = ({ updatedAt }: { readonly updatedAt: number }) => {
    if (updatedAt !== found.updatedAt) throw changedSince(event);
  };
  if (!(await found.write?.(only(attributes, names), expect, request))) throw changedSince(event);
}

/** As the trail has them, or as a version does where the trail has only checksums. Errors: `undo_unsupported`. */
async function attributesBefore(
  event: AuditEvent,
  isWhole: boolean,
  findVersion: () => Promise<Uint8Array | undefined>,
): Promise<Attributes> {
  if (isWhole && event.before) return event.before;
  const version = isWhole ? undefined : await findVersion();
  if (!version) throw notKept(event);
  return attributesIn(version);
}

/** A list is one attribute: whatever changed in it since, and whether there is one, has touched it. */
async function undoRules({ events, versions, restoreRules }: Parts, event: AuditEvent): Promise<void> {
  const { accountUuid, resourceUuid: uuid, resourceName: host, action, before, after } = event;
  if ((await events.listAfter(event)).length > 0) throw changedSince(event);
  const list =
    action === 'created'
      ? noRules
      : await versions.findBefore({ accountUuid, kind: 'host_rules', key: host }, event.uuid);
  if (!list) throw notKept(event);
  const tag = action === 'deleted' ? '"none"' : `"${uuid}.${String(after?.['version'])}"`;
  const isExpected = (present: string) => present === tag;
  const again = action === 'deleted' ? { uuid, version: Number(before?.['version']) } : undefined;
  try {
    await restoreRules({ accountUuid, host, list, isExpected, again });
  } catch (error) {
    if (hasCode(error, 'precondition_failed')) throw changedSince(event);
    throw error;
  }
}

/** Whether a resource has what a change gave it. */
function hasAll({ audited }: FoundToUndo, { after }: AuditEvent, names: readonly string[]): boolean {
  return names.every((name) => JSON.stringify(audited[name]) === JSON.stringify(after?.[name]));
}

function only(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(names.flatMap((name) => (name in attributes ? [[name, attributes[name]]] : [])));
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ServiceError && error.code === code;
}

function changedSince({ resource, resourceName }: AuditEvent, problem?: string): ServiceError {
  const what = `the ${resource} ${quoteValue(resourceName)}`;
  return new ServiceError(
    'changed_since',
    problem === undefined
      ? `${what} was changed since: what this change touched is something else now`
      : `${what} was changed since: ${problem}`,
  );
}

function unsupported({ resource, resourceName }: AuditEvent, problem: string): ServiceError {
  return new ServiceError(
    'undo_unsupported',
    `this change of the ${resource} ${quoteValue(resourceName)} can't be undone: ${problem}`,
  );
}

function notKept(event: AuditEvent): ServiceError {
  return unsupported(event, 'what was before is not kept any more');
}
