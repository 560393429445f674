/** The goals that queries and the collector ask for. Source: docs/reference/goals.md. */
import type { Selectable } from 'kysely';
import type { QueryGoal } from '../../analytics/query/goals.ts';
import type { AccountGoals, DomainGoals } from '../../api/query-request.ts';
import type { ControlDatabase } from '../../control/database.ts';
import type { GoalTables } from './feature.ts';

/** Each is a parameter. */
const domainsPerQuery = 1_000;

type Opened = { readonly database: ControlDatabase };
type EventNames = { readonly accountUuid: string; readonly names: string[] };

export function domainGoals({ database }: Opened): DomainGoals & AccountGoals {
  return {
    async ofDomain(domainUuid) {
      const rows = await database.queries
        .withTables<GoalTables>()
        .selectFrom('goals')
        .selectAll()
        .where('custom_domain_uuid', '=', domainUuid)
        .orderBy('created_at')
        .orderBy('uuid')
        .execute();
      return rows.map(toQueryGoal);
    },
    async ofAccount(accountUuid) {
      const rows = await database.queries
        .withTables<GoalTables>()
        .selectFrom('goals')
        .innerJoin('custom_domains', 'custom_domains.uuid', 'goals.custom_domain_uuid')
        .selectAll('goals')
        .where('custom_domains.account_uuid', '=', accountUuid)
        .orderBy('goals.created_at')
        .orderBy('goals.uuid')
        .execute();
      return rows.map((row) => ({ domainUuid: row.custom_domain_uuid, goal: toQueryGoal(row) }));
    },
  };
}

type GoalRow = Pick<Selectable<GoalTables['goals']>, 'uuid' | 'display_name' | 'event_name' | 'page_path'>;

function toQueryGoal({
  uuid,
  display_name: displayName,
  event_name: eventName,
  page_path: path,
}: GoalRow): QueryGoal {
  return eventName === null
    ? { uuid, displayName, eventName, pagePath: path ?? '' }
    : { uuid, displayName, eventName, pagePath: null };
}

/** The accounts of domains, and the event names of their goals. */
export async function goalEventsOf(
  { database }: Opened,
  domainUuids: readonly string[],
): Promise<Map<string, EventNames>> {
  const found = new Map<string, EventNames>();
  for (let start = 0; start < domainUuids.length; start += domainsPerQuery) {
    const rows = await database.queries
      .withTables<GoalTables>()
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
