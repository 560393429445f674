import { expect, test } from 'vitest';
import type { Rule } from '../../../../src/rules/rule.ts';
import { clicksOf, countsOf } from './rule-counts.ts';
import { asDraft } from './rules-draft.ts';

const block: Rule = { active: true, then: { block: {} } };

test('requests are counted by the name or the place of the rule that answered, and what answered nothing apart', () => {
  const clicks = clicksOf([
    { rule: 'Sale', status: '302', requests: 6 },
    { rule: 'Sale', status: '508', requests: 1 },
    { rule: '#2', status: '403', requests: 1 },
    { rule: '(none)', status: '404', requests: 3 },
    { rule: '(none)', status: '200', requests: 9 },
  ]);
  expect(clicks).toMatchObject({ requests: 20, unmatched: 3 });
  const stored = [asDraft({ ...block, name: 'Sale' }), asDraft(block), asDraft(block)];
  const counts = countsOf(stored, clicks);
  expect(stored.map(({ id }) => counts.get(id))).toEqual([
    { requests: 7, percentage: 35 },
    { requests: 1, percentage: 5 },
    { requests: 0, percentage: 0 },
  ]);
});

test('a host without requests has no shares', () => {
  const stored = [asDraft(block)];
  expect([...countsOf(stored, clicksOf([])).values()]).toEqual([{ requests: 0, percentage: 0 }]);
});
