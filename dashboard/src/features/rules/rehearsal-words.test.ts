import { expect, test } from 'vitest';
import { changedSentence, notReplayableSentences, type Replay } from './rehearsal-words.ts';

const nothing: Replay = {
  requests: 0,
  changed: 0,
  blocked: 0,
  circles: 0,
  unmatched: 0,
  uncertain: 0,
  rules: [],
  samples: [],
  not_replayable: [],
};

test('says how many requests would have changed, and what of', () => {
  expect(changedSentence(nothing)).toBe('Nothing was recorded for this host in the last 7 days.');
  expect(changedSentence({ ...nothing, requests: 1 })).toBe(
    'Over the last 7 days this would have changed none of 1 request.',
  );
  expect(changedSentence({ ...nothing, requests: 88_310, changed: 1_204, circles: 3, unmatched: 2 })).toBe(
    'Over the last 7 days this would have changed 1,204 of 88,310 requests. In all, 3 in circles, 2 not found.',
  );
});

test('names the rules that cannot be rehearsed, by their places from 1', () => {
  const not_replayable = [
    { rule: 0, condition: 'share' },
    ...[1, 2, 3, 4, 5, 6, 7].map((rule) => ({ rule, condition: 'query' })),
  ];
  expect(notReplayableSentences({ ...nothing, not_replayable, uncertain: 2 })).toEqual([
    "Rule 1 can't be rehearsed: a share of visitors isn't recorded.",
    "Rules 2, 3, 4, 5, 6 and 2 more can't be rehearsed: the query isn't recorded.",
    "Of 2 requests it isn't known what would happen.",
  ]);
});
