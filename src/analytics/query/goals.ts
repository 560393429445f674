/** Goals in queries: which events complete them. Source: docs/reference/goals.md. */
import type { GoalTarget } from '../../core/goal-target.ts';
import { pageviewName } from '../visits/visit-rule.ts';
import type { DomainSet } from './domain-set.ts';
import type { FieldSql } from './event-fields.ts';
import { textList, textLiteral } from './text-literal.ts';

/** One of the domain's goals, or of several domains'. */
export type QueryGoal = GoalTarget & {
  readonly uuid: string;
  readonly displayName: string;
  /** In queries over an account: what stands behind `IN`, in SQL, for the domains that have the goal. */
  readonly domains?: string;
};

/** A goal, and the domain that has it. */
export type DomainGoal = { readonly domainUuid: string; readonly goal: QueryGoal };

/** The goals of many domains: one for all of them that call the same event or page the same. */
export function sharedGoals(set: DomainSet, goals: readonly DomainGoal[]): QueryGoal[] {
  const covered = new Set(set.domains.map(({ uuid }) => uuid));
  const shared = new Map<string, { readonly goal: QueryGoal; readonly domains: string[] }>();
  for (const { domainUuid, goal } of goals) {
    if (!covered.has(domainUuid)) continue;
    const key = JSON.stringify([goal.displayName, goal.eventName, goal.pagePath]);
    const known = shared.get(key) ?? { goal, domains: [] };
    known.domains.push(domainUuid);
    shared.set(key, known);
  }
  const names = new Map<string, string>();
  const ofSome = (goal: QueryGoal, domains: readonly string[]): QueryGoal => {
    const key = domains.toSorted().join();
    const name = names.get(key) ?? set.list(domains);
    names.set(key, name);
    return { ...goal, domains: name };
  };
  return [...shared.values()].map(({ goal, domains }) =>
    domains.length === covered.size ? goal : ofSome(goal, domains),
  );
}

/** SQL: whether an event completes the goal. */
export function completes(
  { domains, ...target }: GoalTarget & Pick<QueryGoal, 'domains'>,
  field: FieldSql,
): string {
  const reached = reaches(target, field);
  return domains === undefined ? reached : `(domain IN ${domains} AND ${reached})`;
}

function reaches(target: GoalTarget, field: FieldSql): string {
  if (target.eventName !== null) return `(${field('name')} = ${textLiteral(target.eventName)})`;
  return `(${field('name')} = '${pageviewName}' AND ${pathMatches(target.pagePath, field('path'))})`;
}

/** SQL: the display names of the goals that an event completes. */
export function completedGoals(goals: readonly QueryGoal[], field: FieldSql): string {
  if (goals.length === 0) return 'emptyArrayString()';
  const conditions = goals.map((goal) => completes(goal, field)).join(', ');
  return `arrayFilter((goal, done) -> done, ${textList(goals.map((goal) => goal.displayName))}, [${conditions}])`;
}

/** `*` stands for any characters. */
function pathMatches(pattern: string, path: string): string {
  if (!pattern.includes('*')) return `${path} = ${textLiteral(pattern)}`;
  const like = pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');
  return `${path} LIKE ${textLiteral(like)}`;
}
