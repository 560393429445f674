import { expect, test } from 'vitest';
import { replaySentences, valuesOf } from './plan-words.ts';

const domain = { kind: 'domains', key: 'shop.example.com' } as const;
const [one, two] = [{ then: { block: {} } }, { if: { path: '/old' }, then: { pass: {} } }];
const [first, second] = [JSON.stringify(one), JSON.stringify(two)];

test('a change has what was there and what will be; of lists only the elements that differ are marked', () => {
  const attributes = {
    note: { before: '', after: 'Flyer' },
    rules: { before: [one], after: [one, two] },
  };
  expect(valuesOf({ ...domain, attributes }, true)).toEqual([
    {
      name: 'note',
      lines: [
        { is: 'gone', text: '""' },
        { is: 'new', text: '"Flyer"' },
      ],
    },
    {
      name: 'rules',
      lines: [
        { is: 'kept', text: first },
        { is: 'new', text: second },
      ],
    },
  ]);
});

test('elements in another order are a change', () => {
  const attributes = { rules: { before: [one, two], after: [two, one] } };
  const [{ lines } = { lines: [] }] = valuesOf({ ...domain, attributes }, true);
  expect(lines.map(({ is }) => is)).toEqual(['gone', 'gone', 'new', 'new']);
});

test('what is created may have names of its own', () => {
  const attributes = { metadata: { before: 'a', after: 'b' } };
  expect(valuesOf({ ...domain, attributes }, false)).toEqual([
    { name: 'metadata', lines: [{ is: 'kept', text: '{"before":"a","after":"b"}' }] },
  ]);
});

test('says what a rehearsal found, and that there was none', () => {
  const replay = { requests: 3, changed: 1, blocked: 1, circles: 0, unmatched: 0, uncertain: 2 };
  expect(replaySentences(replay)).toEqual([
    'Over the last 7 days this would have changed 1 of 3 requests. In all, 1 blocked.',
    "Of 2 requests it isn't known what would happen.",
  ]);
  expect(replaySentences({ ...replay, requests: 0 }, 2)).toContain(
    'Nothing was recorded for these hosts in the last 7 days.',
  );
  expect(replaySentences(null)).toEqual([
    'Not rehearsed: nothing is recorded, it would take too long, or the analytics store is away.',
  ]);
});
