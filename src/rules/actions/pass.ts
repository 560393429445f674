/** Ends the list. Source: docs/reference/rules.md ("Pass"). */
import { ruleJson } from '../rule-json.ts';
import type { ActionKind } from './action.ts';

export const pass: ActionKind<Readonly<Record<string, never>>> = {
  ending: 'hands_over',
  protects: false,
  schema: { type: 'object', properties: {}, description: 'Ends the list.' },
  words: {
    label: 'Skip the rules below',
    hint: "The host's redirect and custom domain follow.",
    passed: 'ends the list.',
  },
  form: [],
  read: (value, place) => ruleJson.members(value, place, []),
  summarize: () => 'pass',
  describe: () => 'Skips all rules below',
  act: (_, edge) => edge.handOver(),
};
