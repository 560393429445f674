/** Keeps requests away. Source: docs/reference/rules.md ("Block"). */
import { ruleJson } from '../rule-json.ts';
import type { ActionKind } from './action.ts';

export const block: ActionKind<Readonly<Record<string, never>>> = {
  ending: 'answers',
  protects: true,
  schema: { type: 'object', properties: {}, description: 'Answers 403.' },
  words: { label: 'Block', hint: 'Answers 403.' },
  form: [],
  read: (value, place) => ruleJson.members(value, place, []),
  summarize: () => 'block',
  describe: () => 'Blocks with 403',
  act(_, edge) {
    edge.answer({ status: 403, sentence: 'Access to this address is not allowed.', failure: 'blocked' });
  },
  rehearse: () => ({
    words: 'blocked 403',
    isBlocked: true,
    isRecorded: ({ failure }) => failure === 'blocked',
  }),
};
