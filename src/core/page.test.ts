import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageLinks, pageOffset } from './page.ts';

function relations(page: number, perPage: number, count: number, query = ''): Record<string, number> {
  const links = pageLinks({ page, perPage }, count, '/list', new URLSearchParams(query));
  return Object.fromEntries(
    links.split(', ').map((link) => {
      const [, target = '', relation = ''] = /^<(.*)>; rel="(.*)"$/.exec(link) ?? [];
      return [relation, Number(new URL(target, 'http://x').searchParams.get('page'))];
    }),
  );
}

test.each([
  [1, 20, 0, { first: 1, last: 1 }],
  [1, 20, 20, { first: 1, last: 1 }],
  [1, 20, 21, { first: 1, next: 2, last: 2 }],
  [2, 20, 60, { first: 1, prev: 1, next: 3, last: 3 }],
  [3, 20, 60, { first: 1, prev: 2, last: 3 }],
  [9, 20, 60, { first: 1, prev: 3, last: 3 }],
])('page %i by %i of %i leads to %o', (page, perPage, count, expected) => {
  expect(relations(page, perPage, count)).toEqual(expected);
});

test('keeps the other parameters of the request and replaces its page', () => {
  const links = pageLinks(
    { page: 1, perPage: 5 },
    6,
    '/list',
    new URLSearchParams('sort=-created_at&page=1'),
  );
  expect(links).toContain('</list?sort=-created_at&page=2&per_page=5>; rel="next"');
});

test('counts the items before a page and never leaves the integers both stores can count', () => {
  expect(pageOffset({ page: 3, perPage: 20 })).toBe(40);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 1, max: 1000 }),
      (page, perPage) => Number.isSafeInteger(pageOffset({ page, perPage })),
    ),
  );
});
