/** The request's method. Source: docs/reference/rules.md ("Conditions"). */
import { httpMethods } from '../../core/http-methods.ts';
import { ruleJson } from '../rule-json.ts';
import { type ConditionKind, listCost, maxItems, textsSchema } from './condition.ts';

export const methods: ConditionKind<readonly string[]> = {
  rank: 1,
  words: { label: 'Method', name: 'Method' },
  schema: textsSchema('Any of these methods.', [['GET', 'HEAD']]),
  cell: 'list',
  read: (value, place) =>
    ruleJson.list(value, place, maxItems, httpMethods.join(', '), (item, at) =>
      ruleJson.choice<string>(item, at, httpMethods),
    ),
  compile: (wanted) => (request) => wanted.includes(request.method),
  cost: listCost,
  describe: (wanted, { listed }) => [listed(wanted)],
  sample([first = ''], request) {
    request.method = first;
  },
};
