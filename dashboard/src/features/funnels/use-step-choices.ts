/** What the steps of a funnel can be chosen from: the domain's goals, and the events and pages of the chosen days. */
import { useQuery } from '@tanstack/react-query';
import type { Scope } from '../../analytics/scope.ts';
import type { Goal } from '../../api/resources.ts';
import { eventNamesQuery } from '../../conversions/event-names.ts';
import { topPages } from '../../lists/web-lists.ts';
import { allGoals } from '../goals/all-goals.ts';

const mostPages = 200;

export type StepChoices = {
  readonly goals: readonly Goal[];
  readonly events: readonly string[];
  readonly pages: readonly string[];
};

export function useStepChoices(domainUuid: string, scope: Scope): StepChoices {
  const { data: goals = [] } = useQuery(allGoals(domainUuid));
  const { data: events = [] } = useQuery(eventNamesQuery(domainUuid, scope));
  const { data: pages = [] } = useQuery(topPages.rowsQuery(domainUuid, { ...scope, filters: [] }, mostPages));
  return { goals, events, pages: pages.map(({ label }) => label) };
}
