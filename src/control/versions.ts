/**
 * Keeps what redirects, rules, custom domains and upstreams were: the versions that a transaction's changes make are written at its
 * end. The newest version of what exists is the present one, whose attributes the resource itself has; the next change writes them
 * into it, and adds another. So nothing is stored twice. Source: docs/reference/versions.md.
 *
 * Numbers are taken by the statements that write them, none of which waits for an answer; writers of a resource take turns at its row.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { AuditedKind } from '../core/audit.ts';
import { systemClock } from '../core/clock.ts';
import { type Actor, serviceActor } from './acting.ts';
import type { Audited, EntityChange } from './audited.ts';
import type { ControlLocation } from './location.ts';
import { together } from './pipelining.ts';
import { columnOf } from './rules-text.ts';
import type { ControlSchema } from './schema.ts';

/** Of a resource, with the present one. */
export const versionsKept = 50;
/** Of an account, without the present ones. */
export const versionBytesKept: number = 64 * 1024 * 1024;

/** The sum is looked at each time that so much more came, and is brought below the bound by as much. */
const slackBytes = 1024 * 1024;
/** Each takes up to thirteen parameters; both engines allow at least 32,766. */
const rowsPerInsert = 1_000;

type ControlTransaction = Transaction<ControlSchema>;
type Engine = ControlLocation['kind'];

type Noted = {
  readonly accountUuid: string;
  readonly kind: AuditedKind;
  /** A uuid; of rules their host. */
  readonly key: string;
  readonly at: number;
  /** What is replaced. */
  readonly old: Uint8Array | undefined;
  /** Since when it was so; undefined: nothing was there, which has a version only if there were others before. */
  readonly oldAt: number | undefined;
  /** Undefined: the resource is gone, and has no present version. */
  readonly made: { readonly eventUuid: string | null; readonly actor: Actor | undefined } | undefined;
};

const collected = new WeakMap<ControlTransaction, Noted[]>();

/** How much came since the sums were looked at, by account. */
export class NewVersionBytes {
  readonly #added = new Map<string, number>();

  /** Answers whether it is time to look at the account's sum. */
  add(accountUuid: string, bytes: number): boolean {
    const added = (this.#added.get(accountUuid) ?? 0) + bytes;
    if (added < slackBytes) this.#added.set(accountUuid, added);
    else this.#added.delete(accountUuid);
    return added >= slackBytes;
  }
}

/** Begins to collect; the returned function writes the versions, for the actor of the changes. */
export function collectVersions(
  trx: ControlTransaction,
  database: { readonly kind: Engine; readonly newVersionBytes: NewVersionBytes },
): (last: ControlTransaction, actor: Actor | undefined) => Promise<void> {
  const noted: Noted[] = [];
  collected.set(trx, noted);
  return async (last, actor = serviceActor) => {
    for (const part of partsOf(noted)) await storeVersions(last, database.kind, part, actor);
    for (const [accountUuid, bytes] of bytesOfAccounts(noted))
      if (database.newVersionBytes.add(accountUuid, bytes)) await dropOldest(last, accountUuid);
  };
}

/** Notes what a change replaces and makes; `actor` only if it isn't that of the transaction. Kinds without versions have nothing to note. */
export function noteVersion<E>(
  trx: ControlTransaction,
  { kind, versions }: Pick<Audited<E>, 'kind' | 'versions'>,
  { accountUuids: [accountUuid], before, after }: EntityChange<E>,
  eventUuid: string | null,
  actor?: Actor,
): void {
  const entity = after ?? before;
  if (!versions || !entity || accountUuid === undefined) return;
  const { keyOf, jsonOf, timeOf, none } = versions;
  const old = before ? jsonOf(before) : none;
  if (old && before && after && Buffer.compare(old, jsonOf(after)) === 0) return;
  collected.get(trx)?.push({
    accountUuid,
    kind,
    key: keyOf(entity),
    at: after ? timeOf(after) : systemClock.now(),
    old,
    oldAt: before ? timeOf(before) : undefined,
    made: after || none ? { eventUuid, actor } : undefined,
  });
}

/** No two of a part are of the same resource. */
function* partsOf(noted: readonly Noted[]): Generator<readonly Noted[]> {
  let part = new Map<string, Noted>();
  for (const one of noted) {
    const id = `${one.accountUuid} ${one.kind} ${one.key}`;
    if (part.has(id) || part.size === rowsPerInsert) {
      yield [...part.values()];
      part = new Map();
    }
    part.set(id, one);
  }
  if (part.size > 0) yield [...part.values()];
}

async function storeVersions(
  trx: ControlTransaction,
  engine: Engine,
  part: readonly Noted[],
  actorOfAll: Actor,
): Promise<void> {
  const replaced = part.flatMap((one) => {
    const { old, oldAt, at } = one;
    const isThere = old !== undefined && oldAt !== undefined;
    if (!isThere) return [];
    const columns = { created_at: oldAt, actor: null, event_uuid: null };
    // The present one, or the first of a resource that had none yet.
    return { ...ownerOf(one), n: newestOf(one, 1), ...columns, ...replacedBy(engine, old, at) };
  });
  const made = part.flatMap(({ accountUuid, kind, key, at, made: by }) => {
    if (!by) return [];
    const actor = by.actor ?? actorOfAll;
    const shown = JSON.stringify({ kind: actor.kind, uuid: actor.uuid, name: actor.name });
    return [[accountUuid, kind, key, at, shown, by.eventUuid]];
  });
  // In this order.
  await together([
    ...(replaced.length > 0
      ? [
          trx
            .insertInto('resource_versions')
            .values(replaced)
            .onConflict((conflict) =>
              conflict.columns(['account_uuid', 'resource', 'resource_key', 'n']).doUpdateSet((eb) => ({
                replaced_at: eb.ref('excluded.replaced_at'),
                attributes: eb.ref('excluded.attributes'),
                size_bytes: eb.ref('excluded.size_bytes'),
              })),
            )
            .execute(),
        ]
      : []),
    ...part.flatMap((one) =>
      one.old && one.oldAt === undefined ? [replaceNothing(trx, engine, one, one.old)] : [],
    ),
    ...(made.length > 0 ? [insertMade(engine, made).execute(trx)] : []),
    ...dropBeyondKept(
      trx,
      part.filter(({ old }) => old),
    ),
  ]);
}

/** As one parameter: to build a row of parameters takes longer than to insert it. */
function insertMade(engine: Engine, made: readonly (readonly unknown[])[]): RawBuilder<unknown> {
  const json = JSON.stringify(made);
  const rows =
    engine === 'postgres'
      ? sql`json_array_elements(${json}::json) as made (value)`
      : sql`json_each(${json}) as made`;
  return sql`
    insert into resource_versions
      (account_uuid, resource, resource_key, n, created_at, actor, event_uuid, size_bytes)
    select value ->> 0, value ->> 1, value ->> 2, (
        select coalesce(max(n), 0) + 1 from resource_versions
        where account_uuid = made.value ->> 0 and resource = made.value ->> 1 and resource_key = made.value ->> 2),
      cast(value ->> 3 as bigint), value ->> 4, value ->> 5, 0
    from ${rows}`;
}

/** Where there are no rules any more, that is a version, too. */
function replaceNothing(
  trx: ControlTransaction,
  engine: Engine,
  one: Noted,
  old: Uint8Array,
): Promise<unknown> {
  const { account_uuid, resource, resource_key } = ownerOf(one);
  return trx
    .updateTable('resource_versions')
    .set(replacedBy(engine, old, one.at))
    .where('account_uuid', '=', account_uuid)
    .where('resource', '=', resource)
    .where('resource_key', '=', resource_key)
    .where('replaced_at', 'is', null)
    .execute();
}

function dropBeyondKept(trx: ControlTransaction, part: readonly Noted[]): Promise<unknown>[] {
  const owners = new Map(part.map((one) => [`${one.accountUuid} ${one.kind}`, one]));
  return [...owners.values()].map(({ accountUuid, kind }) => {
    const ofOwner = part.filter((one) => one.accountUuid === accountUuid && one.kind === kind);
    return trx
      .deleteFrom('resource_versions')
      .where('account_uuid', '=', accountUuid)
      .where('resource', '=', kind)
      .where(
        'resource_key',
        'in',
        ofOwner.map(({ key }) => key),
      )
      .where(
        'n',
        '<=',
        sql<number>`(select max(newest.n) - ${sql.lit(versionsKept)} from resource_versions as newest
            where newest.account_uuid = resource_versions.account_uuid
              and newest.resource = resource_versions.resource
              and newest.resource_key = resource_versions.resource_key)`,
      )
      .execute();
  });
}

/** Drops what was replaced first, until the account has no more than it may. */
async function dropOldest(trx: ControlTransaction, accountUuid: string): Promise<void> {
  const ofAccount = sql`account_uuid = ${accountUuid} and replaced_at is not null`;
  const { rows } = await sql<{ bytes: number | string | null }>`
    select sum(size_bytes) as bytes from resource_versions where ${ofAccount}`.execute(trx);
  const excess = Number(rows[0]?.bytes ?? 0) - (versionBytesKept - slackBytes);
  if (excess <= 0) return;
  await sql`delete from resource_versions where ${ofAccount} and replaced_at <= (
    select min(replaced_at) from (
      select replaced_at, sum(size_bytes) over (order by replaced_at) as bytes
      from resource_versions where ${ofAccount}
    ) as oldest where bytes >= ${excess})`.execute(trx);
}

function bytesOfAccounts(noted: readonly Noted[]): Map<string, number> {
  const bytes = new Map<string, number>();
  for (const { accountUuid, old } of noted)
    if (old) bytes.set(accountUuid, (bytes.get(accountUuid) ?? 0) + old.length);
  return bytes;
}

function ownerOf({ accountUuid, kind, key }: Noted) {
  return { account_uuid: accountUuid, resource: kind, resource_key: key };
}

function newestOf(one: Noted, otherwise: number): RawBuilder<number> {
  const { account_uuid, resource, resource_key } = ownerOf(one);
  return sql<number>`(select coalesce(max(n), ${sql.lit(otherwise)}) from resource_versions
    where account_uuid = ${account_uuid} and resource = ${resource} and resource_key = ${resource_key})`;
}

function replacedBy(engine: Engine, old: Uint8Array, at: number) {
  return { replaced_at: at, attributes: columnOf(engine, old), size_bytes: old.length };
}
