/** Findings as they are listed, muted and forgotten. Source: docs/reference/findings.md ("Routes"). */
import { type RawBuilder, sql } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import type { Audited } from '../../control/audited.ts';
import type { ControlDatabase } from '../../control/database.ts';
import { domainsOfSet } from '../../control/domains-of-set.ts';
import { positionOf, readPageRows, type Sort } from '../../control/page-query.ts';
import { takingTurns } from '../../control/row-lock.ts';
import { type Clock, formatTimestamp } from '../../core/clock.ts';
import type { FindingKindName, Severity } from '../../core/finding.ts';
import type { PageRange } from '../../core/page.ts';
import { dayMs } from '../../core/time.ts';
import type { TokenDomains } from '../../core/token-domains.ts';
import { goodChecksToResolve } from './finding-life.ts';
import { type Finding, type FindingRow, findingTables, toFindings } from './finding-rows.ts';
import type { FindingState } from './wire.ts';

export const findingSortFields = ['severity', 'opened_at'] as const;
const keptForMs = 400 * dayMs;
/** More than any time. */
const beyondTimes = 1e14;

export type FindingQuery = {
  readonly accountUuid: string;
  readonly state: FindingState;
  readonly kind?: FindingKindName | undefined;
  readonly severity?: Severity | undefined;
  readonly host?: string | undefined;
  readonly externalId?: string | undefined;
  /** Only what these tell their customers: see {@link ofSet}. */
  readonly within?: TokenDomains | null;
  readonly sort: Sort<(typeof findingSortFields)[number]>;
} & PageRange;

export class FindingList {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: { readonly database: ControlDatabase; readonly clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** One page, and the count of all that match, as of one moment; of what is as bad, the newest first. */
  async list(query: FindingQuery): Promise<{ findings: Finding[]; count: number }> {
    const { sort, limit, offset } = query;
    const { queries } = this.#database;
    const matches = sql.join(conditionsOf(query, this.#clock.now()), sql` and `);
    const direction = sql.raw(sort.direction);
    // Of what is as bad, the newest first, in either direction.
    const newest = sql.raw(sort.direction === 'asc' ? '-' : '+');
    const key =
      sort.field === 'severity'
        ? sql`case severity when 'critical' then 2 when 'warning' then 1 else 0 end * ${sql.lit(beyondTimes)} ${newest} opened_at`
        : sql`opened_at`;
    const order = sql`${key} ${direction}, uuid`;
    const statement: RawBuilder<FindingRow & { sorted: number; total: number }> = sql`
      with page as (
        select findings.*, ${key} as sorted from findings where ${matches} ${behind(query, key)}
        order by ${order} limit ${limit} offset ${offset}
      )
      select page.*, counted.total
      from (select count(*) as total from findings where ${matches}) as counted left join page on true
      order by ${order}`;
    const { rows, count } = await readPageRows(queries, query, statement, (row) =>
      positionOf(row.sorted, row.uuid),
    );
    return { findings: await toFindings(queries, rows), count };
  }

  /** One that the account, and the set if there is one, has. */
  async find(
    accountUuid: string,
    uuid: string,
    within: TokenDomains | null = null,
  ): Promise<Finding | undefined> {
    const { queries } = this.#database;
    const conditions = [sql`uuid = ${uuid}`, sql`account_uuid = ${accountUuid}`];
    if (within) conditions.push(ofSet(accountUuid, within));
    const { rows } = await sql<FindingRow>`
      select * from findings where ${sql.join(conditions, sql` and `)}`.execute(queries);
    return (await toFindings(queries, rows))[0];
  }

  /** Mutes a finding that isn't over, or unmutes it (null); undefined when there is none. */
  async mute(
    accountUuid: string,
    uuid: string,
    until: number | null,
    expect: (mutedUntil: number | null) => void = () => {},
  ): Promise<Finding | undefined> {
    await this.#database.transaction(async (trx) => {
      const tables = findingTables(trx);
      const open = tables
        .selectFrom('findings')
        .selectAll()
        .where('uuid', '=', uuid)
        .where('account_uuid', '=', accountUuid)
        .where('resolved_at', 'is', null);
      const row = await takingTurns(this.#database.kind, open).executeTakeFirst();
      if (!row) return;
      expect(row.muted_until);
      await tables.updateTable('findings').set({ muted_until: until }).where('uuid', '=', uuid).execute();
      const { kind, subject_host: host, muted_until: before } = row;
      const entity = { uuid, kind, host };
      recordChange(
        trx,
        auditedMute,
        accountUuid,
        { ...entity, mutedUntil: before },
        { ...entity, mutedUntil: until },
      );
    });
    return this.find(accountUuid, uuid);
  }

  /** How many of an account are open, by severity. */
  async countOpen(accountUuid: string): Promise<Record<Severity, number>> {
    const open = { accountUuid, state: 'open' } as const;
    const matches = sql.join(conditionsOf(open, this.#clock.now()), sql` and `);
    const { rows } = await sql<{ severity: Severity; count: number }>`
      select severity, count(*) as count from findings where ${matches} group by severity`.execute(
      this.#database.queries,
    );
    const counts = { critical: 0, warning: 0, notice: 0 };
    for (const { severity, count } of rows) counts[severity] = count;
    return counts;
  }

  async forgetOld(): Promise<void> {
    const before = this.#clock.now() - keptForMs;
    await this.#database.transaction((trx) =>
      findingTables(trx).deleteFrom('findings').where('resolved_at', '<', before).execute(),
    );
  }
}

type AuditedMute = {
  readonly uuid: string;
  readonly kind: FindingKindName;
  readonly host: string | null;
  readonly mutedUntil: number | null;
};

/** Checks open and resolve findings, whoever's request leads to it; only mutes are an actor's. */
const auditedMute: Audited<AuditedMute> = {
  kind: 'finding',
  columns: [],
  secrets: [],
  nameOf: ({ kind, host }) => (host === null ? kind : `${kind} of ${host}`),
  attributesOf: ({ mutedUntil }) => ({
    muted_until: mutedUntil === null ? null : formatTimestamp(mutedUntil),
  }),
};

/** What is behind the cursor: of what is sorted alike, in order of uuid in either direction. */
function behind({ cursor, sort }: FindingQuery, key: RawBuilder<unknown>): RawBuilder<unknown> {
  if (cursor?.after === undefined) return sql``;
  const [value, last] = cursor.after;
  const further = sql.raw(sort.direction === 'asc' ? '>' : '<');
  return sql`and (${key} ${further} ${value} or (${key} = ${value} and uuid > ${last}))`;
}

function conditionsOf(
  {
    accountUuid,
    state,
    kind,
    severity,
    host,
    externalId,
    within,
  }: Omit<FindingQuery, 'sort' | 'limit' | 'offset'>,
  now: number,
): RawBuilder<unknown>[] {
  const conditions = [sql`account_uuid = ${accountUuid}`, stateConditions[state](now)];
  if (kind !== undefined) conditions.push(sql`kind = ${kind}`);
  if (severity !== undefined) conditions.push(sql`severity = ${severity}`);
  const members = sql`select finding_uuid from finding_hosts where good_checks < ${sql.lit(goodChecksToResolve)}`;
  if (host !== undefined)
    conditions.push(sql`(subject_host = ${host} or uuid in (${members} and host = ${host}))`);
  if (externalId !== undefined) {
    const domains = sql`select uuid from custom_domains
      where account_uuid = ${accountUuid} and external_id = ${externalId}`;
    conditions.push(
      sql`(subject_uuid in (${domains}) or uuid in (${members} and domain_uuid in (${domains})))`,
    );
  }
  if (within) conditions.push(ofSet(accountUuid, within));
  return conditions;
}

/** What is about a custom domain of the set, and not about how the account serves it. */
function ofSet(accountUuid: string, set: TokenDomains): RawBuilder<unknown> {
  const kinds = innerKinds.map((prefix) => sql`kind not like ${`${prefix}%`}`);
  return sql`(subject_type = 'custom_domain' and subject_uuid in (${domainsOfSet(accountUuid, set)})
    and ${sql.join(kinds, sql` and `)})`;
}

/** Kinds about the account's own servers begin with them. */
const innerKinds = ['upstream_', 'webhook_', 'client_certificate_'] as const;

const stateConditions: Readonly<Record<FindingState, (now: number) => RawBuilder<unknown>>> = {
  open: (now) => sql`resolved_at is null and (muted_until is null or muted_until <= ${now})`,
  muted: (now) => sql`resolved_at is null and muted_until > ${now}`,
  resolved: () => sql`resolved_at is not null`,
};
