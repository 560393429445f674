import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchText } from '../ui/address.ts';
import {
  dimensionsOf,
  type Filter,
  labelOfDimension,
  narrowedBy,
  operations,
  propertyDimension,
  propertyKey,
  readFilters,
  withFilters,
} from './filter.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

test('reads filters of an address in their order', () => {
  expect(read('period=7d&f=is,visit:source,Google,Bing&f=contains_not,request:path,/wp-')).toEqual([
    ['is', 'visit:source', ['Google', 'Bing']],
    ['contains_not', 'request:path', ['/wp-']],
  ]);
});

test.each([
  'f=',
  'f=is',
  'f=is,visit:source',
  'f=like,visit:source,x',
  'f=is,visit:shoe,42',
  'f=is,constructor,x',
  'f=is,event:props:,x',
])('takes %s for no filter', (search) => expect(read(search)).toEqual([]));

test('writes an address that people can read, and keeps the days but not the page of a list', () => {
  const next = withFilters(new URLSearchParams('period=7d&page=3&f=is,visit:os,iOS'), [
    ['is', 'visit:entry_page', ['/a b', 'Berlin, 50%']],
  ]);
  expect(searchText(next)).toBe('period=7d&f=is,visit:entry_page,/a+b,Berlin%252C+50%2525');
});

test('any filters survive the way through an address', () => {
  const filter = fc.tuple(
    fc.constantFrom(...operations.map(({ value }) => value)),
    fc.oneof(
      fc.constantFrom(
        ...[...dimensionsOf('visitors'), ...dimensionsOf('requests')].filter(
          (name) => propertyKey(name) !== '',
        ),
      ),
      fc.string({ unit: 'grapheme', minLength: 1 }).map(propertyDimension),
    ),
    fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(filter, { maxLength: 4 }), (filters) => {
      const text = searchText(withFilters(new URLSearchParams('period=7d'), filters));
      expect(read(text)).toEqual(filters);
    }),
  );
});

test('a property is a dimension of its own, with its key in the address and in words', () => {
  const plan = propertyDimension('plan, 50%');
  expect(propertyKey(plan)).toBe('plan, 50%');
  expect(labelOfDimension(plan)).toBe('Property plan, 50%');
  expect(labelOfDimension(propertyDimension(''))).toBe('Property');
  const next = withFilters(new URLSearchParams(), [['is_not', plan, ['free']]]);
  expect(searchText(next)).toBe('f=is_not,event:props:plan%252C+50%2525,free');
  expect(narrowedBy([['is', plan, ['pro']]], [['is', propertyDimension('size'), ['M']]])).toHaveLength(2);
});

test('a filter takes the place of others on its dimension', () => {
  const before: readonly Filter[] = [
    ['is_not', 'visit:source', ['Direct']],
    ['is', 'visit:os', ['iOS']],
  ];
  expect(narrowedBy(before, [['is', 'visit:source', ['Bing']]])).toEqual([
    ['is', 'visit:os', ['iOS']],
    ['is', 'visit:source', ['Bing']],
  ]);
});
