import { expect, test } from 'vitest';
import { searchText } from '../../ui/address.ts';
import { readAsked, withAsked } from './journey-address.ts';

const home = { kind: 'page', value: '/' };

test.each([
  ['', home, 'after'],
  ['anchor=shoe:42&direction=sideways', home, 'after'],
  ['anchor=event:Order: paid&direction=before', { kind: 'event', value: 'Order: paid' }, 'before'],
])('%j', (search, anchor, direction) => {
  expect(readAsked(new URLSearchParams(search))).toEqual({ anchor, direction });
});

test('writes an address that people can read, and keeps the days', () => {
  const before = new URLSearchParams('period=7d&direction=before');
  const asked = { anchor: { kind: 'page', value: '/blog/*' }, direction: 'after' } as const;
  expect(searchText(withAsked(before, asked))).toBe('period=7d&anchor=page:/blog/*');
});
