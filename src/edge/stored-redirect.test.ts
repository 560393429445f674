import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RedirectRule } from '../core/redirect-route.ts';
import { fromStored, toStored } from './stored-redirect.ts';

const rules: fc.Arbitrary<RedirectRule> = fc.record({
  uuid: fc.uuid({ version: 7 }),
  matchPath: fc.constantFrom('*', '/old*', 'one'),
  destinationUrl: fc.oneof(fc.webUrl(), fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(2_500))),
  redirectType: fc.constantFrom('permanent', 'found'),
  preservePath: fc.boolean(),
  preserveQueryString: fc.boolean(),
});

test('a stored redirect is read back as it was', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      expect(fromStored(toStored(rule))).toEqual(rule);
    }),
  );
});

test('a destination in latin1 stays one byte a character', () => {
  const rule = {
    uuid: '0197aaaa-0000-7000-8000-0000000000ff',
    matchPath: '*',
    destinationUrl: 'https://dest.example/\xe9',
    redirectType: 'permanent',
    preservePath: true,
    preserveQueryString: false,
  } as const;
  expect(toStored(rule)).toEqual({
    matchPath: '*',
    uuidAndDestination: `\x01\x97\xaa\xaa\0\0\x70\0\x80\0\0\0\0\0\0\xff${rule.destinationUrl}`,
    switches: 2,
  });
});
