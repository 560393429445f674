/** A share of all visitors. Source: docs/reference/rules.md ("Conditions"). */
import { ruleJson } from '../rule-json.ts';
import type { ConditionKind } from './condition.ts';

export const justLess = 1e-9;

/** Percent of visitors, 0 to 100; a visitor stays in or out as long as the salt lives. */
export const share: ConditionKind<number> = {
  rank: 12,
  words: { label: 'Share', name: 'Share of visitors', unrecorded: 'a share of visitors' },
  schema: {
    type: 'number',
    minimum: 0,
    maximum: 100,
    description: 'Percent of visitors, each always in or out.',
  },
  cell: 'number',
  read(value, place) {
    if (typeof value !== 'number' || !(value >= 0 && value <= 100))
      throw ruleJson.refuseValue(place, value, 'a number from 0 to 100');
    return value;
  },
  compile: (percent) => (percent >= 100 ? undefined : (request) => request.visitorShare < percent),
  cost: () => 0,
  describe: (percent, { percentage }) => [`${percentage(percent)} of visitors`],
  sample(percent, request) {
    request.visitorShare = Math.max(0, Math.min(percent, 100) - justLess);
  },
};
