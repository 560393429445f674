/** Has browsers compute something before they are let in. Source: docs/reference/rules.md ("Challenge"). */
import { normalPath, readingsOf } from '../normal-path.ts';
import { ruleJson } from '../rule-json.ts';
import type { RuleRequest } from '../rule-request.ts';
import type { ActionKind } from './action.ts';

/** Of HMACs and of the readings of a path: a request takes them once, for the first of its challenges. */
const steps = 500;

export const challenge: ActionKind<Readonly<Record<string, never>>> = {
  ending: 'goes_on',
  protects: true,
  isSecure: true,
  stops: { failure: 'challenge_required', unrecorded: 'who answered a challenge' },
  schema: {
    type: 'object',
    properties: {},
    description: 'Browsers that have not solved a puzzle get 403 with a page that does, others 403.',
  },
  words: {
    label: 'Challenge',
    hint: 'Browsers solve a puzzle before they are let in. Then the rules below are looked at.',
    passed: 'looks for an answered challenge. With one, it goes on:',
  },
  form: [],
  read: (value, place) => ruleJson.members(value, place, []),
  cost: () => steps,
  summarize: () => 'challenge',
  describe: () => 'Challenges visitors, and answers 403 until their browser has solved a puzzle',
  act(_, edge) {
    if (edge.passesChallenge(isExempt)) edge.goOn();
    else edge.whenSecure(() => edge.challenge());
  },
};

/** What is never challenged, however a server reads its path. */
function isExempt({ path }: RuleRequest): boolean {
  return readingsOf(normalPath(path)).every(
    (reading) =>
      reading === '/robots.txt' || reading.startsWith('/.well-known/') || reading.startsWith('/.nameplate/'),
  );
}
