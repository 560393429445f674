/** The path of a request. Source: docs/reference/rules.md ("Paths"). */
import { parsePath } from '../path-pattern.ts';
import { ruleJson } from '../rule-json.ts';
import type { ConditionKind } from './condition.ts';

/** An exact path, with `:placeholder` for one segment and a trailing `*` for the rest. The tree of paths finds its rules. */
export const path: ConditionKind<string> = {
  rank: 0,
  words: { label: 'Path', name: 'Path', isCode: true },
  schema: {
    type: 'string',
    description:
      'Exact, with `:placeholder` for a segment and a trailing `*` for the rest, which is `:splat`.',
    examples: ['/blog/:year/*'],
  },
  cell: 'text',
  read(value, place, names) {
    if (typeof value !== 'string') throw ruleJson.refuseValue(place, value, 'a path that begins with /');
    const parsed = parsePath(value);
    if (!parsed.ok) throw ruleJson.refuseValue(place, value, parsed.allowed);
    names.push(...parsed.pattern.names);
    return value;
  },
  compile: () => undefined,
  cost: () => 0,
  describe: (value) => [value],
};
