/** Journeys: which pages visits see before or after an event. Source: docs/reference/journeys.md. */
import { type FunnelStep, readStep } from './funnel.ts';
import type { QueryGoal } from './goals.ts';
import type { Filter } from './query.ts';
import { queryJson } from './query-json.ts';
import { readFilters } from './read-filters.ts';
import { visitorFilterWords } from './read-query.ts';
import { resolveGoals } from './resolve-goals.ts';
import { readRange, readZone, type TimeRange } from './time-range.ts';

export const journeyDirections = ['after', 'before'] as const;
export const journeyMembers = [
  'date_range',
  'timezone',
  'filters',
  'anchor',
  'direction',
  'steps',
  'limit',
] as const;
export type JourneyMembers = Readonly<Partial<Record<(typeof journeyMembers)[number], unknown>>>;

export const defaultJourneyLimit = 20;
/** Together the pages of a step may be fewer: see runJourney. */
export const maxJourneyLimit = 1_000;
export const maxJourneySteps = 3;

export type Journey = {
  readonly range: TimeRange;
  /** Only visits that match all of them are considered. */
  readonly filters: readonly Filter[];
  /** The first event of a visit that completes it is where its journey begins, or ends. */
  readonly anchor: FunnelStep;
  readonly direction: (typeof journeyDirections)[number];
  readonly steps: number;
  /** Pages that are listed below each page of the step before. */
  readonly limit: number;
};

/** Errors: `query_invalid`; the message says where, and what is allowed there. */
export function readJourney(members: JourneyMembers, goals: readonly QueryGoal[], nowMs: number): Journey {
  const range = readRange(members.date_range, readZone(members.timezone), nowMs);
  const steps = queryJson.whole(members.steps, 'steps', 1, maxJourneySteps, maxJourneySteps);
  return {
    range,
    filters: resolveGoals(readFilters(members.filters, visitorFilterWords), goals),
    anchor: readStep(members.anchor, 'anchor', goals),
    direction: queryJson.choice(members.direction, 'direction', journeyDirections, 'after'),
    steps,
    limit: queryJson.whole(members.limit, 'limit', 1, maxJourneyLimit, defaultJourneyLimit),
  };
}
