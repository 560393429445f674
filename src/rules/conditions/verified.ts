/**
 * Whether a crawler is who it says it is. Source: docs/reference/rules.md ("Conditions"), docs/reference/bots.md ("Claimed and
 * verified").
 */
import { ruleJson } from '../rule-json.ts';
import { sampleBot } from './bots.ts';
import type { ConditionKind } from './condition.ts';

/** True: verified crawlers; false: the others. People are neither, nor are crawlers while a look-up is pending. */
export const verified: ConditionKind<boolean> = {
  rank: 13,
  words: { label: 'Crawlers', name: 'Verified crawlers' },
  schema: {
    type: 'boolean',
    description:
      '`true`: crawlers from an address of their operator, or with its signature; `false`: other crawlers. People are neither, nor are crawlers whose address or key is being looked up.',
  },
  cell: 'boolean',
  read: (value, place) => ruleJson.flag(value, place, true),
  compile(wanted) {
    const verdict = wanted ? 'verified' : 'claimed';
    return (request) => request.botVerified === verdict;
  },
  cost: () => 0,
  describe: (wanted) => [wanted ? 'verified crawlers' : 'unverified crawlers'],
  sample(wanted, request) {
    request.botVerified = wanted ? 'verified' : 'claimed';
    if (request.botName !== '') return;
    request.botName = sampleBot;
    request.botClass = 'other';
  },
};
