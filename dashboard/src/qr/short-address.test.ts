import { expect, test } from 'vitest';
import type { RuleConditions } from '../../../src/rules/conditions/conditions.ts';
import { addressOfRedirect, addressOfRule } from './short-address.ts';

const rule = (conditions?: RuleConditions) => ({
  active: true,
  ...(conditions && { if: conditions }),
  then: { block: {} },
});

test('a rule has an address if its path is exact', () => {
  expect(addressOfRule('go.example.com', rule({ path: '/spring' }))).toBe('https://go.example.com/spring');
  expect(addressOfRule('go.example.com', rule({ path: '/a:b', countries: ['AT'] }))).toBe(
    'https://go.example.com/a:b',
  );
  for (const conditions of [
    undefined,
    { path: '/spring/*' },
    { path: '/:name' },
    { path: '/a/:name/b' },
    { path: '/spring', query: { ref: 'mail' } },
  ])
    expect(addressOfRule('go.example.com', rule(conditions))).toBeUndefined();
});

test('a redirect has the address of the shortest path that it is for', () => {
  const of = (match_path: string) => addressOfRedirect({ source_host: 'go.example.com', match_path });
  expect(of('*')).toBe('https://go.example.com/');
  expect(of('/old*')).toBe('https://go.example.com/old');
  expect(of('spring')).toBe('https://go.example.com/spring');
});
