/** Retention: how many visitors of a week return in the weeks after it. Source: docs/reference/retention.md. */
import type { QueryGoal } from './goals.ts';
import type { Filter } from './query.ts';
import { readFilters } from './read-filters.ts';
import { visitorFilterWords } from './read-query.ts';
import { resolveGoals } from './resolve-goals.ts';
import { readRange, readZone, type TimeRange } from './time-range.ts';

export const retentionMembers = ['date_range', 'timezone', 'filters'] as const;
export type RetentionMembers = Readonly<Partial<Record<(typeof retentionMembers)[number], unknown>>>;

export type Retention = {
  readonly range: TimeRange;
  /** Only events that pass all of them are seen. */
  readonly filters: readonly Filter[];
};

/** Errors: `query_invalid`; the message says where, and what is allowed there. */
export function readRetention(
  members: RetentionMembers,
  goals: readonly QueryGoal[],
  nowMs: number,
): Retention {
  const range = readRange(members.date_range, readZone(members.timezone), nowMs);
  return { range, filters: resolveGoals(readFilters(members.filters, visitorFilterWords), goals) };
}
