/** A funnel: how many visitors take one step after another. Source: docs/reference/funnels.md. */
import { quoteValue } from '../../core/errors.ts';
import { maxEventNameLength } from '../../core/event-limits.ts';
import { type GoalTarget, maxPagePathLength, nameOfTarget } from '../../core/goal-target.ts';
import type { QueryGoal } from './goals.ts';
import type { Filter } from './query.ts';
import { queryJson } from './query-json.ts';
import { readFilters } from './read-filters.ts';
import { visitorFilterWords } from './read-query.ts';
import { resolveGoals } from './resolve-goals.ts';
import { readRange, readZone, type TimeRange } from './time-range.ts';

export const funnelScopes = ['visit', 'range'] as const;
export const funnelMembers = ['date_range', 'timezone', 'filters', 'scope', 'steps'] as const;
export type FunnelMembers = Readonly<Partial<Record<(typeof funnelMembers)[number], unknown>>>;

export const minSteps = 2;
export const maxSteps = 8;
const stepKinds = ['goal', 'event', 'page'] as const;

export type FunnelStep = {
  readonly label: string;
  /** What an event has to complete. */
  readonly target: GoalTarget;
};

export type Funnel = {
  readonly range: TimeRange;
  /** Only visits that match all of them are considered. */
  readonly filters: readonly Filter[];
  /** `visit`: all steps within one visit that starts in the range. `range`: within the range, over several visits. */
  readonly scope: (typeof funnelScopes)[number];
  readonly steps: readonly FunnelStep[];
};

/** Errors: `query_invalid`; the message says where, and what is allowed there. */
export function readFunnel(members: FunnelMembers, goals: readonly QueryGoal[], nowMs: number): Funnel {
  const range = readRange(members.date_range, readZone(members.timezone), nowMs);
  const filters = resolveGoals(readFilters(members.filters, visitorFilterWords), goals);
  const scope = queryJson.choice(members.scope, 'scope', funnelScopes, 'visit');
  return { range, filters, scope, steps: readSteps(members.steps, goals) };
}

/** Errors: `query_invalid`, as {@link readFunnel}. */
export function readSteps(steps: unknown, goals: readonly QueryGoal[]): FunnelStep[] {
  if (!Array.isArray(steps) || steps.length < minSteps || steps.length > maxSteps) {
    const shown = Array.isArray(steps) ? `has ${steps.length} elements` : `is ${quoteValue(steps)}`;
    throw queryJson.refuse(
      'steps',
      steps === undefined ? 'is missing' : shown,
      `a list of ${minSteps} to ${maxSteps} steps`,
    );
  }
  return steps.map((step: unknown, index) => readStep(step, `steps[${index}]`, goals));
}

/** Reads what an event has to complete: a goal, a custom event or a page. Errors: `query_invalid`. */
export function readStep(value: unknown, place: string, goals: readonly QueryGoal[]): FunnelStep {
  const step = queryJson.members(value, place, stepKinds);
  const [kind, ...more] = stepKinds.filter((name) => step[name] !== undefined);
  if (kind === undefined || more.length > 0)
    throw queryJson.refuse(place, `is ${quoteValue(value)}`, `an object with one of ${stepKinds.join(', ')}`);
  const named = step[kind];
  const at = `${place}.${kind}`;
  if (kind === 'goal') {
    const goal = goals.find(({ uuid }) => uuid === named);
    if (goal === undefined)
      throw queryJson.refuse(at, `is ${quoteValue(named)}`, 'the uuid of one of the domain’s goals');
    return { label: goal.displayName, target: goal };
  }
  if (kind === 'event') {
    const eventName = readText(named, at, maxEventNameLength, 'the name of an event');
    return stepOf({ eventName, pagePath: null });
  }
  const pagePath = readText(named, at, maxPagePathLength, 'a path, in which * stands for any characters,');
  return stepOf({ eventName: null, pagePath });
}

function stepOf(target: GoalTarget): FunnelStep {
  return { label: nameOfTarget(target), target };
}

function readText(value: unknown, place: string, most: number, what: string): string {
  if (typeof value !== 'string' || value === '' || value.length > most)
    throw queryJson.refuse(place, `is ${quoteValue(value)}`, `${what} of 1 to ${most} characters`);
  return value;
}
