/** A domain's goals and the visitors who reached them. Source: docs/reference/goals.md. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Query } from '../../analytics/query.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { components } from '../../api/openapi.ts';
import { patternOf } from './path-pattern.ts';

export type Goal = components['schemas']['Goal'];
type NewGoal = components['schemas']['GoalCreate'];

/** Kept small because each goal takes a query. */
export const goalsPerPage = 20;

export function goalListQuery(domainUuid: string, page: number) {
  return queryOptions({
    queryKey: ['goals', domainUuid, page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/analytics/custom_domains/{uuid}/goals', {
          params: {
            path: { uuid: domainUuid },
            query: { page, per_page: goalsPerPage, sort: 'display_name' },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Errors: `display_name_invalid`, `event_name_invalid`, `page_path_invalid`, `goal_taken`, `too_many_goals`. */
export function createGoal(domainUuid: string, body: NewGoal): Promise<Goal> {
  return bodyOf(
    api.POST('/api/v1/analytics/custom_domains/{uuid}/goals', {
      params: { path: { uuid: domainUuid } },
      body,
    }),
  );
}

export async function deleteGoal(domainUuid: string, goalUuid: string): Promise<void> {
  await api.DELETE('/api/v1/analytics/custom_domains/{uuid}/goals/{goal_uuid}', {
    params: { path: { uuid: domainUuid, goal_uuid: goalUuid } },
  });
}

/** Counts all visitors, or those who reached a goal. */
export function visitorsQuery(goal?: Goal): Query {
  return {
    metrics: ['visitors'],
    dimensions: [],
    filters: goal === undefined ? [] : [filterOf(goal)],
  };
}

function filterOf({ event_name: event, page_path: path }: Goal): NonNullable<Query['filters']>[number] {
  if (event !== null) return ['is', 'event:name', [event]];
  return path?.includes('*') === true
    ? ['matches', 'event:page', [patternOf(path)]]
    : ['is', 'event:page', [path ?? '']];
}
