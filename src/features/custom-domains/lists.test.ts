import { expect, test } from 'vitest';
import { noTraffic } from '../../analytics/reports/domain-traffic.ts';
import { inOrder } from './lists.ts';

const visitors = { most: [9, 1], grown: [5, 0], less: [1, 4], gone: [0, 4], same: [3, 3], none: [0, 0] };
const counted = new Map(
  Object.entries(visitors).map(([name, [now = 0, before = 0]]) => [
    name,
    { ...noTraffic, visitors: now, visitorsBefore: before },
  ]),
);
const stored = ['unknown', 'gone', 'same', 'none', 'less', 'grown', 'most'];

test.each([
  ['visitors', 'desc', 'most grown same less unknown gone none'],
  ['visitors', 'asc', 'unknown gone none less same grown most'],
  ['change', 'desc', 'most grown unknown same none less gone'],
  ['change', 'asc', 'gone less unknown same none grown most'],
  ['errors', 'asc', stored.join(' ')],
] as const)('domains by %s, %s; those that have as much keep their order', (field, direction, expected) => {
  expect(inOrder(stored, counted, { field, direction }).join(' ')).toBe(expected);
});
