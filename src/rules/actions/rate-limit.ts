/** Limits how many requests an address may make. Source: docs/reference/rules.md ("Rate limit"). */
import { ruleJson } from '../rule-json.ts';
import { type ActionKind, type RequestLimit, type Say, tooMany, whenKnown } from './action.ts';

const maxRequests = 1_000_000;
const maxSeconds = 86_400;
const steps = 50;

export const rateLimit: ActionKind<RequestLimit> = {
  ending: 'goes_on',
  protects: true,
  stops: { failure: 'rate_limited', unrecorded: 'how many requests an address made' },
  schema: {
    type: 'object',
    description: 'Of one address; 429 above.',
    required: ['requests', 'seconds'],
    properties: {
      requests: { type: 'integer', minimum: 1 },
      seconds: { type: 'integer', minimum: 1 },
    },
  },
  words: {
    label: 'Limit requests',
    hint: 'Answers 429 above the limit. Below it, the rules below are looked at.',
    passed: 'counts it. Below the limit, it goes on:',
  },
  form: [
    {
      name: 'requests',
      kind: 'number',
      label: 'Requests',
      initial: '100',
      inputMode: 'numeric',
      hint: 'That each IP address may make.',
      isBesideNext: true,
    },
    {
      name: 'seconds',
      kind: 'number',
      label: 'In seconds',
      initial: '60',
      inputMode: 'numeric',
      hint: '60 for a minute, 3600 for an hour.',
    },
  ],

  read(value, place) {
    const given = ruleJson.members(value, place, ['requests', 'seconds']);
    return {
      requests: ruleJson.whole(given.requests, `${place}.requests`, 1, maxRequests),
      seconds: ruleJson.whole(given.seconds, `${place}.seconds`, 1, maxSeconds),
    };
  },

  cost: () => steps,
  summarize: ({ requests, seconds }) => `rate_limit ${requests} in ${seconds} s`,
  describe: ({ requests, seconds }, { counted }) =>
    `Limits each address to ${counted(requests, 'request')} ${perSeconds(seconds, counted)}, then answers 429`,
  act(limit, edge) {
    whenKnown(edge.countRequest(limit), (wait) => {
      if (wait === 0) edge.goOn();
      else edge.answer(tooMany('rate_limited', 'There were too many requests from your address.', wait));
    });
  },
};

function perSeconds(seconds: number, counted: Say['counted']): string {
  if (seconds === 1) return 'a second';
  if (seconds === 60) return 'a minute';
  if (seconds === 3600) return 'an hour';
  if (seconds === 86_400) return 'a day';
  return seconds % 60 === 0 ? `in ${counted(seconds / 60, 'minute')}` : `in ${counted(seconds, 'second')}`;
}
