/** Goals in queries: which events complete them. Source: docs/reference/goals.md. */
import type { GoalTarget } from '../../core/goal-target.ts';
import { pageviewName } from '../visits/visit-rule.ts';
import type { FieldSql } from './event-fields.ts';
import { textList, textLiteral } from './text-literal.ts';

/** One of the domain's goals. */
export type QueryGoal = GoalTarget & { readonly uuid: string; readonly displayName: string };

/** SQL: whether an event completes the goal. */
export function completes(target: GoalTarget, field: FieldSql): string {
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
