import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchText } from '../../ui/address.ts';
import { funnelScopes, problemOf, readFunnel, stepKinds, withFunnel } from './funnel-steps.ts';

const read = (search: string) => readFunnel(new URLSearchParams(search));

test('reads the steps of an address in their order', () => {
  expect(read('period=7d&scope=range&step=page:/cart&step=event:Order: paid')).toEqual({
    scope: 'range',
    steps: [
      { kind: 'page', value: '/cart' },
      { kind: 'event', value: 'Order: paid' },
    ],
  });
});

test('ignores invalid steps, an unknown scope, and steps past the eighth', () => {
  expect(read('scope=week&step=&step=page:&step=shoe:42&step=constructor:x')).toEqual({
    scope: 'visit',
    steps: [],
  });
  expect(read('step=page:/&'.repeat(9)).steps).toHaveLength(8);
});

test('writes an address that people can read, and keeps days and filters', () => {
  const before = new URLSearchParams('period=7d&f=is,visit:os,iOS&step=page:/old&scope=range');
  const steps = [
    { kind: 'page', value: '/blog/*' },
    { kind: 'event', value: 'Add to cart' },
  ] as const;
  expect(searchText(withFunnel(before, { scope: 'visit', steps }))).toBe(
    'period=7d&f=is,visit:os,iOS&step=page:/blog/*&step=event:Add+to+cart',
  );
});

test('any funnel survives the way through an address', () => {
  const step = fc.record({
    kind: fc.constantFrom(...stepKinds.map(({ value }) => value)),
    value: fc.string({ unit: 'grapheme', minLength: 1 }),
  });
  const funnel = fc.record({
    scope: fc.constantFrom(...funnelScopes),
    steps: fc.array(step, { maxLength: 8 }),
  });
  fc.assert(
    fc.property(funnel, (written) => {
      expect(read(searchText(withFunnel(new URLSearchParams('period=7d'), written)))).toEqual(written);
    }),
  );
});

test.each([
  ['goal', '', 'Choose a goal.'],
  ['event', ' ', 'Enter the name of an event.'],
  ['page', 'cart', 'Enter a path that begins with / or *.'],
  ['page', '', 'Enter a path that begins with / or *.'],
  ['goal', 'uuid', undefined],
  ['event', 'Order', undefined],
  ['page', '*/cart', undefined],
] as const)('%s %j: %s', (kind, value, problem) => expect(problemOf({ kind, value })).toBe(problem));
