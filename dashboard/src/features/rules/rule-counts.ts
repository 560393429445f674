/** How many requests each of a host's rules answered, by what reports call it. */

import { percentageOf } from '../../../../src/core/percentage.ts';
import { labelOf } from '../../../../src/rules/rule.ts';
import { noValue } from '../../filters/filter.ts';
import type { DraftRule } from './rules-draft.ts';

export type RuleClicks = {
  readonly requests: number;
  /** Answered 404 without a rule. */
  readonly unmatched: number;
  /** By the name that a rule has in reports. */
  readonly byName: ReadonlyMap<string, number>;
};

export type ClickRow = { readonly rule: string; readonly status: string; readonly requests: number };

export function clicksOf(rows: readonly ClickRow[]): RuleClicks {
  const byName = new Map<string, number>();
  let requests = 0;
  let unmatched = 0;
  for (const row of rows) {
    requests += row.requests;
    if (row.rule !== noValue) byName.set(row.rule, (byName.get(row.rule) ?? 0) + row.requests);
    else if (row.status === '404') unmatched += row.requests;
  }
  return { requests, unmatched, byName };
}

/** Of one rule. */
export type RuleCount = {
  readonly requests: number;
  /** 0 to 100, of all requests of the host. */
  readonly percentage: number;
};

/** By the ids of the rules that are stored: reports know no others. */
export function countsOf(
  stored: readonly DraftRule[],
  { byName, requests }: RuleClicks,
): ReadonlyMap<number, RuleCount> {
  return new Map(
    stored.map(({ id, rule }, place) => {
      const count = byName.get(labelOf(rule, place)) ?? 0;
      return [id, { requests: count, percentage: percentageOf(count, requests) }] as const;
    }),
  );
}
