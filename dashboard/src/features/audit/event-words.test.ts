import { expect, test } from 'vitest';
import { changesOf, kindName } from './event-words.ts';

test('each attribute has its value before and after', () => {
  const before = { destination_url: 'https://a.example', active: true, auth_token: '[secret]', note: '' };
  const after = { destination_url: 'https://b.example', active: false, auth_token: '[secret]', note: null };
  expect(changesOf({ before, after })).toEqual([
    { attribute: 'destination url', before: 'https://a.example', after: 'https://b.example' },
    { attribute: 'active', before: 'yes', after: 'no' },
    { attribute: 'auth token', before: 'hidden', after: 'hidden' },
    { attribute: 'note', before: 'none', after: 'none' },
  ]);
});

test('what was created or deleted has one of the two', () => {
  expect(
    changesOf({ before: null, after: { port: 443, sans: ['a', 'b'], filters: [['is', 'x', [1]]] } }),
  ).toEqual([
    { attribute: 'port', before: undefined, after: '443' },
    { attribute: 'sans', before: undefined, after: 'a, b' },
    { attribute: 'filters', before: undefined, after: '[["is","x",[1]]]' },
  ]);
  expect(changesOf({ before: { name: 'A' }, after: null })).toEqual([
    { attribute: 'name', before: 'A', after: undefined },
  ]);
});

test('a kind has the name that pages give it', () => {
  expect(kindName('custom_domain')).toBe('Domain');
  expect(kindName('automatic_certificate')).toBe('Automatic certificate');
});
