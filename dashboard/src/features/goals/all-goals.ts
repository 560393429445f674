/** All goals of a domain, by name. */
import { type Goal, goals } from '../../api/resources.ts';

/** The most a domain can have. */
const mostGoals = 1000;

export function allGoals(domainUuid: string) {
  return {
    ...goals.list({ uuid: domainUuid }, { per_page: mostGoals, sort: 'display_name' }),
    select: ({ data }: { data: Goal[] }): readonly Goal[] => data,
  };
}
