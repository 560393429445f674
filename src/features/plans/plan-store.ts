/** Plans of accounts, until they expire. Source: docs/reference/plans.md ("The plan"). */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Selectable } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import type { Audited } from '../../control/audited.ts';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction, StoreParts } from '../../control/database.ts';
import type { Flag } from '../../control/flag.ts';
import { selectPage } from '../../control/page-query.ts';
import { takingTurns } from '../../control/row-lock.ts';
import { type Clock, formatTimestamp } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import { joinInTurns, mapInTurns } from '../../core/loop-turns.ts';
import type { PageRange } from '../../core/page.ts';
import { dayMs } from '../../core/time.ts';
import type { KindName } from './kind-names.ts';
import { type Action, actions, type Operation, type ReplayCounts, type Seen } from './operation.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    plans: PlanRow;
    plan_contents: PlanContentRow;
  }
}

interface PlanRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  created_at: Constant<number>;
  expires_at: Constant<number>;
  prune: Constant<Flag>;
  /** JSON: counts. */
  summary: Constant<string>;
  /** Of its content. */
  size_bytes: Constant<number>;
  approved_at: number | null;
  /** The user's address. */
  approved_by: string | null;
  applied_at: number | null;
}

interface PlanContentRow {
  plan_uuid: Constant<string>;
  /** Lines of JSON, compressed, in base64. */
  content: Constant<string>;
}

export type KindCounts = { creates: number; changes: number; deletes: number; unchanged: number };

/** Counts only: no text of the account's is in it. */
export type PlanSummary = Readonly<KindCounts> & {
  readonly kinds: Readonly<Partial<Record<KindName, Readonly<KindCounts>>>>;
  /** The sums over hosts whose rules change. */
  readonly replay: ReplayCounts & { readonly hosts: number };
};

export type Plan = {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly prune: boolean;
  readonly summary: PlanSummary;
  /** Of its content, as it is stored. */
  readonly sizeBytes: number;
  readonly approvedAt: number | null;
  readonly approvedBy: string | null;
  readonly appliedAt: number | null;
};

export type PlanContent = {
  /** An operation each, as JSON. */
  readonly lines: Readonly<Record<Action, readonly string[]>>;
  readonly seen: Seen;
  /** By name, whether apply needs their values. */
  readonly secrets: Readonly<Record<string, boolean>>;
};

export const planLifetimeMs: number = dayMs;
/** An account's oldest plans go when there are more. */
const mostPlans = 500;
const mostBytes = 128 * 1024 * 1024;

const columns = [
  'uuid',
  'account_uuid',
  'created_at',
  'expires_at',
  'prune',
  'summary',
  'size_bytes',
  'approved_at',
  'approved_by',
  'applied_at',
] as const;

export class Plans {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(
    accountUuid: string,
    prune: boolean,
    { content, summary }: { readonly content: PlanContent; readonly summary: PlanSummary },
  ): Promise<Plan> {
    const packed = await pack(content);
    const now = this.#clock.now();
    const row = {
      uuid: newUuid(),
      account_uuid: accountUuid,
      created_at: now,
      expires_at: now + planLifetimeMs,
      prune: prune ? 1 : 0,
      summary: JSON.stringify(summary),
      size_bytes: packed.length,
      approved_at: null,
      approved_by: null,
      applied_at: null,
    } as const;
    await this.#database.transaction(async (trx) => {
      await trx.insertInto('plans').values(row).execute();
      await trx.insertInto('plan_contents').values({ plan_uuid: row.uuid, content: packed }).execute();
      await dropOldest(trx, accountUuid);
    });
    return toPlan(row);
  }

  /** One page, newest first. */
  async list(accountUuid: string, range: PageRange): Promise<{ plans: Plan[]; count: number }> {
    const query = { ...range, sort: { field: 'created_at', direction: 'desc' } } as const;
    const wanted = { account_uuid: accountUuid };
    const { rows, count } = await selectPage(this.#database.queries, 'plans', wanted, query);
    return { plans: rows.map(toPlan), count };
  }

  async find(accountUuid: string, uuid: string): Promise<Plan | undefined> {
    const row = await this.#database.queries
      .selectFrom('plans')
      .select(columns)
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid)
      .where('expires_at', '>', this.#clock.now())
      .executeTakeFirst();
    return row && toPlan(row);
  }

  async contentOf({ uuid }: Plan): Promise<PlanContent> {
    const { content } = await this.#database.queries
      .selectFrom('plan_contents')
      .select('content')
      .where('plan_uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    return await unpack(content);
  }

  /** Undefined: it is gone, or was applied. */
  async approve(accountUuid: string, uuid: string, by: string): Promise<Plan | undefined> {
    return await this.#database.transaction(async (trx) => {
      const open = trx
        .selectFrom('plans')
        .select(columns)
        .where('uuid', '=', uuid)
        .where('account_uuid', '=', accountUuid)
        .where('applied_at', 'is', null);
      const row = await takingTurns(this.#database.kind, open).executeTakeFirst();
      if (!row) return undefined;
      const approval = { approved_at: this.#clock.now(), approved_by: by };
      await trx.updateTable('plans').set(approval).where('uuid', '=', uuid).execute();
      const [before, after] = [toPlan(row), toPlan({ ...row, ...approval })];
      recordChange(trx, auditedApproval, accountUuid, before, after);
      return after;
    });
  }

  /** Takes the plan for the transaction, in which no other plan of the account is applied; undefined: it is gone, or was applied. */
  async take(trx: ControlTransaction, { accountUuid, uuid }: Plan): Promise<Plan | undefined> {
    const account = trx.selectFrom('accounts').select('uuid').where('uuid', '=', accountUuid);
    await takingTurns(this.#database.kind, account).execute();
    const row = await trx
      .updateTable('plans')
      .set({ applied_at: this.#clock.now() })
      .where('uuid', '=', uuid)
      .where('applied_at', 'is', null)
      .returning(columns)
      .executeTakeFirst();
    return row && toPlan(row);
  }

  async deleteExpired(): Promise<void> {
    await this.#database.transaction((trx) =>
      trx.deleteFrom('plans').where('expires_at', '<=', this.#clock.now()).execute(),
    );
  }
}

/** Plans themselves change nothing; who lets one be applied is on record. */
const auditedApproval: Audited<Plan> = {
  kind: 'plan',
  columns: [],
  secrets: [],
  nameOf: ({ uuid }) => uuid,
  attributesOf: ({ approvedAt, approvedBy }) => ({
    approved_at: approvedAt === null ? null : formatTimestamp(approvedAt),
    approved_by: approvedBy,
  }),
};

async function dropOldest(trx: ControlTransaction, accountUuid: string): Promise<void> {
  const rows = await trx
    .selectFrom('plans')
    .select(['uuid', 'size_bytes'])
    .where('account_uuid', '=', accountUuid)
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .execute();
  let bytes = 0;
  const dropped = rows.filter(({ size_bytes: size }, place) => {
    bytes += size;
    return place > 0 && (place >= mostPlans || bytes > mostBytes);
  });
  if (dropped.length === 0) return;
  const uuids = dropped.map(({ uuid }) => uuid);
  await trx.deleteFrom('plans').where('uuid', 'in', uuids).execute();
}

function toPlan(row: Pick<Selectable<PlanRow>, (typeof columns)[number]>): Plan {
  const summary: PlanSummary = JSON.parse(row.summary);
  return {
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    prune: row.prune === 1,
    summary,
    sizeBytes: row.size_bytes,
    approvedAt: row.approved_at,
    approvedBy: row.approved_by,
    appliedAt: row.applied_at,
  };
}

async function pack({ lines, ...others }: PlanContent): Promise<string> {
  const all = actions.flatMap((action) => lines[action].map((line) => `${action} ${line}`));
  const text = await joinInTurns([JSON.stringify(others), ...all], '\n');
  return (await promisify(gzip)(text)).toString('base64');
}

async function unpack(packed: string): Promise<PlanContent> {
  const text = (await promisify(gunzip)(Buffer.from(packed, 'base64'))).toString();
  const [first = '{}', ...rest] = text.split('\n');
  const { seen, secrets }: Omit<PlanContent, 'lines'> = JSON.parse(first);
  const lines: Record<Action, string[]> = { create: [], change: [], delete: [], keep: [] };
  for (const line of rest) {
    const at = line.indexOf(' ');
    const action = actions.find((one) => one === line.slice(0, at));
    if (action) lines[action].push(line.slice(at + 1));
  }
  return { lines, seen, secrets };
}

export function operationsOf({ lines }: PlanContent, action: Action): Promise<Operation[]> {
  return mapInTurns(lines[action], (line) => {
    const operation: Operation = JSON.parse(line);
    return operation;
  });
}
