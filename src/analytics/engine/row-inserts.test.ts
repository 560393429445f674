import { expect, test } from 'vitest';
import { insertsOf, isOnMostReplicas } from './row-inserts.ts';

const domain = '0190a5b0-0000-7000-8000-00000000000d';

test('the names of all batches are in the token, whatever rows they have', () => {
  const rows = [{ domain, time: Date.UTC(2026, 0, 5) }];
  const tokenOf = (of: readonly object[]): string | undefined =>
    insertsOf([
      { name: 'a', rows },
      { name: 'b', rows: of === rows ? rows : [] },
    ])[0]?.token;
  expect(tokenOf(rows)).toBe(tokenOf([]));
  expect(insertsOf([{ name: 'a', rows }])[0]?.token).not.toBe(tokenOf([]));
});

test.each([
  ['both of two', [3, 4], [2, 2], true],
  ['one of two', [3], [2], false],
  ['two of three', [1, 3], [3, 3], true],
  ['one of three', [2], [3], false],
  ['the only one', [1], [1], true],
  ['a replica that has lost Keeper', [1], [0], false],
  ['one that went away meanwhile', [1], [], false],
])('rows are stored when most replicas have them: %s', (_, nodes, totals, isStored) => {
  // Another shard has more of them.
  const counts = [
    ...totals.map((total, index) => ({ node: nodes[index] ?? 0, total })),
    { node: 9, total: 5 },
  ];
  expect(isOnMostReplicas({ in_batch: '1', stored: domain, nodes }, counts)).toBe(isStored);
});

test('rows of a table without replicas are stored where they are', () => {
  expect(isOnMostReplicas({ in_batch: '1', stored: domain, nodes: [1] }, [])).toBe(true);
});
