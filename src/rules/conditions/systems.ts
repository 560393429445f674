/** The operating system, by the user agent. Source: docs/reference/rules.md ("Conditions"). */
import { systemSlugs } from '../device-slugs.ts';
import { ruleJson } from '../rule-json.ts';
import { type ConditionKind, listCost, maxItems, textsSchema } from './condition.ts';

/** Slugs of names. */
export const systems: ConditionKind<readonly string[]> = {
  rank: 10,
  words: { label: 'System', name: 'Operating system' },
  schema: textsSchema('Slugs of operating systems, as the report `devices` has them.', [['mac-os']]),
  cell: 'list',
  read: (value, place) =>
    ruleJson.list(value, place, maxItems, systemSlugs.join(', '), (item, at) =>
      ruleJson.choice(item, at, systemSlugs),
    ),
  compile: (wanted) => (request) => wanted.includes(request.system),
  cost: listCost,
  describe: (wanted, { listed }) => [listed(wanted)],
  sample([first = ''], request) {
    request.system = first;
  },
};
