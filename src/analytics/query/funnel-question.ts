/** What a saved funnel is asked: about whom, by what, and compared with what. Source: docs/reference/funnels.md ("Saved funnels"). */
import { type Funnel, type FunnelMembers, readFunnel } from './funnel.ts';
import type { QueryGoal } from './goals.ts';
import type { Comparison } from './query.ts';
import { queryJson } from './query-json.ts';
import { readComparison } from './read-comparison.ts';
import { allowedDimensions, type DimensionWords, findDimension } from './read-words.ts';
import { isTimeDimension } from './time-range.ts';
import { propertyDimensions, type VisitorDimension, visitorDimensionNames } from './vocabulary.ts';

export const questionMembers = ['date_range', 'timezone', 'filters', 'dimension', 'include'] as const;
export type QuestionMembers = Readonly<Partial<Record<(typeof questionMembers)[number], unknown>>>;

export type FunnelQuestion = {
  readonly funnel: Funnel;
  /** The funnel is broken down by it. */
  readonly dimension: VisitorDimension | undefined;
  readonly comparison: Comparison | undefined;
};

/** Those that have one value at the first step: an event may complete several goals, and times are what ranges are for. */
export const breakdownDimensions: readonly VisitorDimension[] = visitorDimensionNames.filter(
  (name) => !isTimeDimension(name) && name !== 'event:goal',
);
const dimensionWords: DimensionWords<VisitorDimension> = {
  dimensions: breakdownDimensions,
  keyed: [propertyDimensions],
};

/** `saved` is the funnel that is asked. Errors: `query_invalid`; the message says where, and what is allowed there. */
export function readFunnelQuestion(
  { date_range, timezone, filters, dimension: named, include }: QuestionMembers,
  saved: Pick<FunnelMembers, 'scope' | 'steps'>,
  goals: readonly QueryGoal[],
  nowMs: number,
): FunnelQuestion {
  const funnel = readFunnel({ date_range, timezone, filters, ...saved }, goals, nowMs);
  const dimension = findDimension(named, dimensionWords);
  if (named !== undefined && dimension === undefined)
    throw queryJson.refuseValue('dimension', named, allowedDimensions(dimensionWords));
  const { comparison } = queryJson.members(include === undefined ? {} : include, 'include', ['comparison']);
  return { funnel, dimension, comparison: readComparison(comparison, funnel.range, nowMs) };
}
