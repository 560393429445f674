/** The browser, by the user agent. Source: docs/reference/rules.md ("Conditions"). */
import { browserSlugs } from '../device-slugs.ts';
import { ruleJson } from '../rule-json.ts';
import { type ConditionKind, listCost, maxItems, textsSchema } from './condition.ts';

const allowed = `slugs of browsers: ${browserSlugs.join(', ')}`;

/** Slugs of names. */
export const browsers: ConditionKind<readonly string[]> = {
  rank: 11,
  words: { label: 'Browser', name: 'Browser' },
  schema: textsSchema('Slugs of browsers, as the report `devices` has them.', [['chrome', 'edge']]),
  cell: 'list',
  read: (value, place) =>
    ruleJson.list(value, place, maxItems, allowed, (item, at) => ruleJson.choice(item, at, browserSlugs)),
  compile: (wanted) => (request) => wanted.includes(request.browser),
  cost: listCost,
  describe: (wanted, { listed }) => [listed(wanted)],
  sample([first = ''], request) {
    request.browser = first;
  },
};
