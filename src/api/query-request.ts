/** What the routes of queries and funnels share. Source: docs/reference/query.md ("Errors"). */
import { isTooExpensive } from '../analytics/engine/failures.ts';
import type { DomainGoal, QueryGoal } from '../analytics/query/goals.ts';
import { queryJson } from '../analytics/query/query-json.ts';
import { ServiceError } from '../core/errors.ts';
import { refuseUnknownAttributes } from '../resources/read-attributes.ts';
import { emptyBody, type RequestBody } from '../resources/request-body.ts';

/** The goals of custom domains. */
export interface DomainGoals {
  /** All of them, by creation. */
  ofDomain(domainUuid: string): Promise<readonly QueryGoal[]>;
}

/** The goals of all custom domains of an account. */
export interface AccountGoals {
  ofAccount(accountUuid: string): Promise<readonly DomainGoal[]>;
}

/** The body's members, each known and given once. Errors: `parameter_unknown`, `query_invalid`. */
export function membersOf<Name extends string>(
  sent: RequestBody | null,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  const body = sent ?? emptyBody;
  refuseUnknownAttributes(body, names);
  for (const name of body.repeated) throw queryJson.refuse(name, 'is given more than once', 'once');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- other names were refused
  return Object.fromEntries(body.attributes) as Partial<Record<Name, unknown>>;
}

/** `remedy`: what to ask instead. Errors: `query_too_expensive` when the engine gives up. */
export async function withinLimits<Answer>(
  run: () => Promise<Answer>,
  remedy = 'shorten date_range, add a filter, or ask for fewer dimensions, values or goals',
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!isTooExpensive(error)) throw error;
    throw new ServiceError(
      'query_too_expensive',
      `the query takes more time or memory than one may have; ${remedy}`,
    );
  }
}
