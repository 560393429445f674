/** The visitor's country, by the address. Source: docs/reference/rules.md ("Conditions"). */
import { iso31661 } from 'iso-3166/1.js';
import { ruleJson } from '../rule-json.ts';
import { type ConditionKind, listCost, maxItems, textsSchema } from './condition.ts';

const codes: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));

/** ISO 3166-1 alpha-2 codes. */
export const countries: ConditionKind<readonly string[]> = {
  rank: 9,
  words: { label: 'Country', name: 'Country' },
  schema: textsSchema('ISO 3166-1 alpha-2 codes.', [['DE', 'AT']]),
  cell: 'list',
  read: (value, place) =>
    ruleJson.list(value, place, maxItems, 'country codes', (item, at) => {
      if (typeof item !== 'string' || !codes.has(item))
        throw ruleJson.refuseValue(at, item, 'codes of ISO 3166-1 alpha-2 that are assigned, such as DE');
      return item;
    }),
  compile: (wanted) => (request) => wanted.includes(request.country),
  cost: listCost,
  describe: (wanted, { listed, country }) => [listed(wanted.map(country))],
  sample([first = ''], request) {
    request.country = first;
  },
};
