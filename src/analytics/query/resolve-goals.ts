/** Finds the goals that filters name. Source: docs/reference/query.md ("Filters"). */
import { quoteValue } from '../../core/errors.ts';
import type { QueryGoal } from './goals.ts';
import type { Filter } from './query.ts';
import { queryJson } from './query-json.ts';

/** Replaces the tests on `event:goal` with the goals that they name. Errors: `query_invalid`. */
export function resolveGoals(filters: readonly Filter[], goals: readonly QueryGoal[]): Filter[] {
  return filters.map((filter): Filter => {
    if ('filters' in filter) return { ...filter, filters: resolveGoals(filter.filters, goals) };
    if ('filter' in filter) {
      const [inner = filter.filter] = resolveGoals([filter.filter], goals);
      return { ...filter, filter: inner };
    }
    if (filter.kind === 'goals' || filter.dimension !== 'event:goal') return filter;
    const { operator, values, place } = filter;
    if (operator === 'contains')
      return {
        kind: 'goals',
        goals: goals.filter(({ displayName }) => values.some((part) => displayName.includes(part))),
      };
    const named = values.flatMap((value, index) => {
      const found = goals.filter(({ displayName }) => displayName === value);
      if (found.length === 0)
        throw queryJson.refuse(
          `${place}[2][${index}]`,
          `is ${quoteValue(value)}`,
          'the display names of the domain’s goals',
        );
      return found;
    });
    return { kind: 'goals', goals: named };
  });
}
