/** Goals of custom domains: events or page views that count as conversions. Source: docs/reference/goals.md. */
import type { Selectable } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import type { GoalTarget } from '../core/goal-target.ts';
import { newUuid } from '../core/ids.ts';
import { recordChange } from './audit-trail.ts';
import { auditedGoal } from './audited.ts';
import type { ControlDatabase } from './database.ts';
import { isUniqueViolation } from './failures.ts';
import { type PageQuery, selectPage } from './page-query.ts';
import { takingTurns } from './row-lock.ts';
import type { GoalRow } from './schema.ts';

export const maxGoals = 1_000;

/** Already validated. */
export type GoalAttributes = GoalTarget & { readonly displayName: string };

export type Goal = GoalAttributes & {
  readonly uuid: string;
  readonly createdAt: number;
};

export const goalSortFields = ['created_at', 'display_name'] as const;

export type GoalQuery = PageQuery<(typeof goalSortFields)[number]> & { readonly domainUuid: string };

/** Each is a parameter. */
const domainsPerQuery = 1_000;

export class Goals {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor(database: ControlDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Creates a goal; undefined when there is no such domain. Errors: `goal_taken`, `too_many_goals`. */
  async create(domainUuid: string, attributes: GoalAttributes): Promise<Goal | undefined> {
    const goal: Goal = { ...attributes, uuid: newUuid(), createdAt: this.#clock.now() };
    try {
      return await this.#database.transaction(async (trx) => {
        const domain = trx.selectFrom('custom_domains').select('account_uuid').where('uuid', '=', domainUuid);
        // So that writers together don't pass the limit.
        const found = await takingTurns(this.#database.kind, domain).executeTakeFirst();
        if (!found) return undefined;
        const { count } = await trx
          .selectFrom('goals')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('custom_domain_uuid', '=', domainUuid)
          .executeTakeFirstOrThrow();
        if (count >= maxGoals)
          throw new ServiceError(
            'too_many_goals',
            `the custom domain has ${maxGoals} goals; delete one first`,
          );
        await trx
          .insertInto('goals')
          .values({
            uuid: goal.uuid,
            custom_domain_uuid: domainUuid,
            display_name: goal.displayName,
            event_name: goal.eventName,
            page_path: goal.pagePath,
            created_at: goal.createdAt,
          })
          .execute();
        recordChange(trx, auditedGoal, found.account_uuid, null, { ...goal, customDomainUuid: domainUuid });
        return goal;
      });
    } catch (error) {
      throw takenBy(error, attributes) ?? error;
    }
  }

  /** One page, and the count of all, as of one moment. */
  async list({ domainUuid, ...query }: GoalQuery): Promise<{ goals: Goal[]; count: number }> {
    const wanted = { custom_domain_uuid: domainUuid };
    const { rows, count } = await selectPage(this.#database.queries, 'goals', wanted, query);
    return { goals: rows.map(toGoal), count };
  }

  /** All of them, by creation. */
  async ofDomain(domainUuid: string): Promise<Goal[]> {
    const rows = await this.#database.queries
      .selectFrom('goals')
      .selectAll()
      .where('custom_domain_uuid', '=', domainUuid)
      .orderBy('created_at')
      .orderBy('uuid')
      .execute();
    return rows.map(toGoal);
  }

  /** The accounts of domains, and the event names of their goals. */
  async eventNamesOf(
    domainUuids: readonly string[],
  ): Promise<Map<string, { readonly accountUuid: string; readonly names: string[] }>> {
    const found = new Map<string, { readonly accountUuid: string; readonly names: string[] }>();
    for (let start = 0; start < domainUuids.length; start += domainsPerQuery) {
      const rows = await this.#database.queries
        .selectFrom('custom_domains')
        .leftJoin('goals', 'goals.custom_domain_uuid', 'custom_domains.uuid')
        .select(['custom_domains.uuid', 'custom_domains.account_uuid', 'goals.event_name'])
        .where('custom_domains.uuid', 'in', domainUuids.slice(start, start + domainsPerQuery))
        .execute();
      for (const { uuid, account_uuid: accountUuid, event_name: name } of rows) {
        const known = found.get(uuid) ?? { accountUuid, names: [] };
        if (name !== null) known.names.push(name);
        found.set(uuid, known);
      }
    }
    return found;
  }

  async find(domainUuid: string, uuid: string): Promise<Goal | undefined> {
    const row = await this.#database.queries
      .selectFrom('goals')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('custom_domain_uuid', '=', domainUuid)
      .executeTakeFirst();
    return row && toGoal(row);
  }

  /** Deletes a goal and returns what it was, or undefined when there was none. */
  delete(domainUuid: string, uuid: string): Promise<Goal | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await trx
        .deleteFrom('goals')
        .where('uuid', '=', uuid)
        .where('custom_domain_uuid', '=', domainUuid)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const goal = toGoal(row);
      const { account_uuid } = await trx
        .selectFrom('custom_domains')
        .select('account_uuid')
        .where('uuid', '=', domainUuid)
        .executeTakeFirstOrThrow();
      recordChange(trx, auditedGoal, account_uuid, { ...goal, customDomainUuid: domainUuid }, null);
      return goal;
    });
  }
}

function toGoal(row: Selectable<GoalRow>): Goal {
  const target: GoalTarget =
    row.event_name === null
      ? { eventName: null, pagePath: row.page_path ?? '' }
      : { eventName: row.event_name, pagePath: null };
  return { ...target, uuid: row.uuid, displayName: row.display_name, createdAt: row.created_at };
}

function takenBy(error: unknown, goal: GoalAttributes): ServiceError | undefined {
  const values = {
    display_name: goal.displayName,
    event_name: goal.eventName,
    page_path: goal.pagePath,
  };
  for (const [name, value] of Object.entries(values))
    if (isUniqueViolation(error, 'goals', name))
      return new ServiceError(
        'goal_taken',
        `the custom domain already has a goal with ${name} ${quoteValue(value)}`,
      );
  return undefined;
}
