/** The kind of device, by the user agent. Source: docs/reference/rules.md ("Conditions"). */
import { ruleJson } from '../rule-json.ts';
import { type RuleDevice, ruleDevices } from '../rule-request.ts';
import { type ConditionKind, listCost, maxItems, textsSchema } from './condition.ts';

export const devices: ConditionKind<readonly RuleDevice[]> = {
  rank: 7,
  words: { label: 'Device', name: 'Device' },
  schema: textsSchema('`mobile`, `tablet`, `desktop`.', [['mobile']]),
  cell: 'list',
  read: (value, place) =>
    ruleJson.list(value, place, maxItems, ruleDevices.join(', '), (item, at) =>
      ruleJson.choice(item, at, ruleDevices),
    ),
  compile(given) {
    const wanted: readonly string[] = given;
    return (request) => wanted.includes(request.device);
  },
  cost: listCost,
  describe: (wanted, { listed }) => [listed(wanted)],
  sample([first], request) {
    request.device = first ?? '';
  },
};
