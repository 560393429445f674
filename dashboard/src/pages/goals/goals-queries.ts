/** A domain's goals. Source: docs/reference/goals.md. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

export type Goal = components['schemas']['Goal'];
type NewGoal = components['schemas']['GoalCreate'];

/** The most a domain can have. */
const mostGoals = 1000;

/** All goals of a domain, by name. */
export function goalsQuery(domainUuid: string) {
  return queryOptions({
    queryKey: ['goals', domainUuid],
    queryFn: async ({ signal }): Promise<readonly Goal[]> => {
      const { data } = await bodyOf(
        api.GET('/api/v1/analytics/custom_domains/{uuid}/goals', {
          params: { path: { uuid: domainUuid }, query: { per_page: mostGoals, sort: 'display_name' } },
          signal,
        }),
      );
      return data;
    },
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

/** Fetches the goals again. Resolves when they are here; queries, whose answers depend on goals, follow. */
export async function refreshGoals(client: QueryClient, domainUuid: string): Promise<void> {
  void client.invalidateQueries({ queryKey: ['reports', domainUuid] });
  await client.invalidateQueries({ queryKey: ['goals', domainUuid] });
}
